//! Comparisons. C compares small types after promotion: operands that were extended are compared in their own width.

use crate::semantics::{mask, sign_extend, signed, signed_max, signed_min, slt};
use crate::term::{Node, Sort, Term};
use crate::terms::Terms;

impl Terms {
    /// Unsigned less-than.
    pub fn ult(&mut self, a: Term, b: Term) -> Term {
        let width = self.common_width(a, b);
        if a == b {
            return self.bool(false);
        }
        match (self.as_constant(a), self.as_constant(b)) {
            (Some(x), Some(y)) => return self.bool(x < y),
            (None, Some(y)) => {
                if y == 0 {
                    return self.bool(false);
                }
                if y == 1 {
                    return self.equals(a, 0, width);
                }
                if y == mask(width) {
                    return self.differs(a, y, width);
                }
                if let Some((x, narrow)) = self.as_zero_extend(a) {
                    return self.ult_narrow_constant(x, y, narrow);
                }
                if let Some((c, k, l)) = self.as_choice(a) {
                    return self.bool_choice(c, k < y, l < y);
                }
            }
            (Some(x), None) => {
                if x == mask(width) {
                    return self.bool(false);
                }
                if x == mask(width) - 1 {
                    return self.equals(b, mask(width), width);
                }
                if x == 0 {
                    return self.differs(b, 0, width);
                }
                if let Some((y, narrow)) = self.as_zero_extend(b) {
                    if x >= mask(narrow) {
                        return self.bool(false);
                    }
                    let x = self.constant(x, narrow);
                    return self.ult(x, y);
                }
                if let Some((c, k, l)) = self.as_choice(b) {
                    return self.bool_choice(c, x < k, x < l);
                }
            }
            (None, None) => {
                if let (Some((x, v)), Some((y, w))) = (self.as_zero_extend(a), self.as_zero_extend(b))
                    && v == w
                {
                    return self.ult(x, y);
                }
                // Sign extension keeps the unsigned order: both halves of the narrow range stay in order.
                if let (Some((x, v)), Some((y, w))) = (self.as_sign_extend(a), self.as_sign_extend(b))
                    && v == w
                {
                    return self.ult(x, y);
                }
            }
        }
        self.intern(Node::Ult(a, b), Sort::Bool)
    }

    /// `x < y` for a constant `y` that may need more bits than `x` has.
    fn ult_narrow_constant(&mut self, x: Term, y: u128, narrow: u32) -> Term {
        if y > mask(narrow) {
            return self.bool(true);
        }
        let y = self.constant(y, narrow);
        self.ult(x, y)
    }

    fn equals(&mut self, a: Term, value: u128, width: u32) -> Term {
        let value = self.constant(value, width);
        self.equal(a, value)
    }

    fn differs(&mut self, a: Term, value: u128, width: u32) -> Term {
        let value = self.constant(value, width);
        self.distinct(a, value)
    }

    fn bool_choice(&mut self, c: Term, x: bool, y: bool) -> Term {
        let x = self.bool(x);
        let y = self.bool(y);
        self.ite(c, x, y)
    }

    /// Unsigned less-or-equal.
    pub fn ule(&mut self, a: Term, b: Term) -> Term {
        let greater = self.ult(b, a);
        self.not(greater)
    }

    /// Signed less-than.
    pub fn slt(&mut self, a: Term, b: Term) -> Term {
        let width = self.common_width(a, b);
        if a == b {
            return self.bool(false);
        }
        match (self.as_constant(a), self.as_constant(b)) {
            (Some(x), Some(y)) => return self.bool(slt(x, y, width)),
            (None, Some(y)) => {
                if y == signed_min(width) {
                    return self.bool(false);
                }
                if y == signed_max(width) {
                    return self.differs(a, y, width);
                }
                if signed(y, width) == signed(signed_min(width), width) + 1 {
                    return self.equals(a, signed_min(width), width);
                }
                if let Some((x, narrow)) = self.as_zero_extend(a) {
                    if signed(y, width) <= 0 {
                        return self.bool(false);
                    }
                    return self.ult_narrow_constant(x, y, narrow);
                }
                if let Some((x, narrow)) = self.as_sign_extend(a) {
                    return match fit(y, narrow, width) {
                        Fit::Above => self.bool(true),
                        Fit::Below => self.bool(false),
                        Fit::Inside => {
                            let y = self.constant(y, narrow);
                            self.slt(x, y)
                        }
                    };
                }
                if let Some((c, k, l)) = self.as_choice(a) {
                    return self.bool_choice(c, slt(k, y, width), slt(l, y, width));
                }
            }
            (Some(x), None) => {
                if x == signed_max(width) {
                    return self.bool(false);
                }
                if x == signed_min(width) {
                    return self.differs(b, x, width);
                }
                if signed(x, width) == signed(signed_max(width), width) - 1 {
                    return self.equals(b, signed_max(width), width);
                }
                if let Some((y, narrow)) = self.as_zero_extend(b) {
                    if signed(x, width) < 0 {
                        return self.bool(true);
                    }
                    if x >= mask(narrow) {
                        return self.bool(false);
                    }
                    let x = self.constant(x, narrow);
                    return self.ult(x, y);
                }
                if let Some((y, narrow)) = self.as_sign_extend(b) {
                    return match fit(x, narrow, width) {
                        Fit::Above => self.bool(false),
                        Fit::Below => self.bool(true),
                        Fit::Inside => {
                            let x = self.constant(x, narrow);
                            self.slt(x, y)
                        }
                    };
                }
                if let Some((c, k, l)) = self.as_choice(b) {
                    return self.bool_choice(c, slt(x, k, width), slt(x, l, width));
                }
            }
            (None, None) => {
                if let (Some((x, v)), Some((y, w))) = (self.as_zero_extend(a), self.as_zero_extend(b))
                    && v == w
                {
                    return self.ult(x, y);
                }
                if let (Some((x, v)), Some((y, w))) = (self.as_sign_extend(a), self.as_sign_extend(b))
                    && v == w
                {
                    return self.slt(x, y);
                }
            }
        }
        self.intern(Node::Slt(a, b), Sort::Bool)
    }

    /// Signed less-or-equal.
    pub fn sle(&mut self, a: Term, b: Term) -> Term {
        let greater = self.slt(b, a);
        self.not(greater)
    }
}

/// Where a constant lies relative to the signed range of a narrower width.
enum Fit {
    Below,
    Inside,
    Above,
}

fn fit(value: u128, narrow: u32, width: u32) -> Fit {
    if sign_extend(value & mask(narrow), narrow, width) == value {
        Fit::Inside
    } else if signed(value, width) < 0 {
        Fit::Below
    } else {
        Fit::Above
    }
}
