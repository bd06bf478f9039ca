//! The typed program between typing and lowering.
//!
//! Typing (`typing/`) turns the syntax tree into this form; lowering (`lower/`) turns this form into automata. Here
//! all names are resolved, every expression has its type, every implicit conversion is an explicit
//! [`ExprKind::Convert`], arrays and functions have decayed, constant expressions are folded, initialisers are flat
//! lists of scalar stores, and `sizeof` is gone (but for VLAs). What is still there is C's control structure, side
//! effects inside expressions, and records as values.

use raddle_program::{Access, BitRange, Diagnostic, MemoryOrder, QualType, RmwOp, Span, TypeId, TypeTable, VlaId};

/// All units of a program, linked: one symbol, one id.
#[derive(Clone, Debug)]
pub struct Hir {
    /// All types.
    pub types: TypeTable,
    /// Objects with static storage duration, string literals included.
    pub globals: Vec<Global>,
    /// All functions that are declared, with or without a body.
    pub functions: Vec<Function>,
    /// What stands at file scope and is not modelled: no execution can be followed.
    pub refused: Vec<(String, Span)>,
    /// Warnings (errors end the front end before there is a `Hir`).
    pub warnings: Vec<Diagnostic>,
}

/// Index into [`Hir::globals`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GlobalRef(pub u32);

/// Index into [`Hir::functions`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FuncRef(pub u32);

/// Index into [`Body::locals`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LocalRef(pub u32);

/// Index into [`Body::labels`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LabelRef(pub u32);

impl LabelRef {
    /// The value of `&&label`: a number that only a computed goto of the same function gives a meaning.
    pub fn address(self) -> u64 {
        u64::from(self.0) + 1
    }
}

/// An object with static storage duration.
#[derive(Clone, Debug)]
pub struct Global {
    /// Its name (for a string literal its contents, escaped and in quotes).
    pub name: String,
    /// Its complete type (that of an `extern` object may be incomplete).
    pub ty: QualType,
    /// What it is.
    pub kind: raddle_program::GlobalKind,
    /// Alignment if larger than the type's (`_Alignas`, `aligned`).
    pub align: Option<u64>,
    /// Initial bytes (shorter than the size: zeros follow; longer if a flexible array member is initialised).
    pub init: Vec<u8>,
    /// Addresses in the initial bytes.
    pub relocations: Vec<StaticAddress>,
    /// Why the initial bytes are not known, if they are not: whatever mentions the object is not modelled.
    pub unmodelled: Option<String>,
    /// Where it is declared.
    pub span: Span,
}

/// A link-time address in initial bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StaticAddress {
    /// Where it is stored.
    pub offset: u64,
    /// What it is the address of.
    pub target: StaticTarget,
    /// Byte offset from there.
    pub addend: i64,
}

/// What a link-time address points to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StaticTarget {
    /// An object.
    Global(GlobalRef),
    /// A function.
    Function(FuncRef),
}

/// A declared function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name as linked.
    pub name: String,
    /// Its type (`Type::Function`).
    pub ty: TypeId,
    /// Its body, if one is given in some unit.
    pub body: Option<Body>,
    /// The name's place in the definition, or in the first declaration.
    pub span: Span,
    /// `_Noreturn` or `__attribute__((noreturn))`.
    pub noreturn: bool,
    /// The function that this is only another name of (`__attribute__((alias))`).
    pub alias: Option<FuncRef>,
    /// Never declared: called as `int f()`.
    pub implicit: bool,
    /// `__attribute__((constructor))`: runs before `main`, those with a smaller priority earlier.
    pub constructor: Option<u16>,
    /// `__attribute__((destructor))`: runs after `main` or at `exit`, those with a larger priority earlier.
    pub destructor: Option<u16>,
    /// How far the units that declare it differ.
    pub difference: Difference,
}

/// How far two declarations of one name differ in different units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Difference {
    /// Not at all, or in names only: every value is where both look for it.
    Names,
    /// One of them promises not to write what an argument points to: that matters where nobody knows what the function does.
    Promise,
    /// In number, size or kind of what is passed.
    Kind,
}

/// The body of a function.
#[derive(Clone, Debug)]
pub struct Body {
    /// Parameters (in order) first, then all block-scope variables and compound literals. Their types are complete;
    /// `static` and `extern` ones are globals instead.
    pub locals: Vec<Local>,
    /// How many of the locals are parameters.
    pub params: usize,
    /// Names of the labels.
    pub labels: Vec<String>,
    /// The statements.
    pub stmts: Vec<Stmt>,
    /// The closing brace.
    pub end: Span,
}

/// A block-scope variable.
#[derive(Clone, Debug)]
pub struct Local {
    /// Its name, `None` for compound literals.
    pub name: Option<String>,
    /// Its type. For an old-style `float f` parameter that callers pass promoted, see `promoted`.
    pub ty: QualType,
    /// Alignment if larger than the type's.
    pub align: Option<u64>,
    /// For a parameter of an old-style definition: the promoted type in which callers pass it.
    pub promoted: Option<QualType>,
    /// Whether `&` is applied to it (or it is an array, record, VLA, or needs an address otherwise).
    pub address_taken: bool,
    /// Where it is declared.
    pub span: Span,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What it is.
    pub kind: StmtKind,
    /// Where it stands.
    pub span: Span,
}

/// The forms of statements.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// `e;`
    Expr(Expr),
    /// `{ … }`; ends the scope of the variables declared inside.
    Block(Vec<Stmt>),
    /// The life of a variable begins here; its initialiser is executed.
    Declare {
        /// Which.
        local: LocalRef,
        /// Its initialiser.
        init: Option<Init>,
    },
    /// From here on the scope ends with a call: what `__attribute__((cleanup(f)))` asks for.
    Cleanup {
        /// `f(&variable)`, as a call for its effect.
        call: Expr,
    },
    /// The length of a VLA type is computed here (before the `Declare` of variables of this type).
    VlaLength {
        /// Which length.
        vla: VlaId,
        /// Number of elements, converted to `size_t`.
        length: Expr,
    },
    /// `if (cond) then else otherwise`; conditions are scalars, true if they differ from zero.
    If {
        /// Condition.
        cond: Expr,
        /// If true.
        then: Box<Stmt>,
        /// If false.
        otherwise: Option<Box<Stmt>>,
    },
    /// `while`
    While {
        /// Condition.
        cond: Expr,
        /// Body.
        body: Box<Stmt>,
    },
    /// `do … while`
    DoWhile {
        /// Body.
        body: Box<Stmt>,
        /// Condition.
        cond: Expr,
    },
    /// `for`; its declarations are the statements of `init`.
    For {
        /// Before the loop.
        init: Vec<Stmt>,
        /// Condition; absent means true.
        cond: Option<Expr>,
        /// After each round.
        step: Option<Expr>,
        /// Body.
        body: Box<Stmt>,
    },
    /// `switch`; the value is promoted, and case values are converted to its type.
    Switch {
        /// What is compared.
        value: Expr,
        /// Contains `Case` and `Default` statements at any depth.
        body: Box<Stmt>,
    },
    /// `case low ... high:` (equal for an ordinary case) of the innermost switch, followed by a statement.
    Case {
        /// First value, in the mathematical value of the switch type.
        low: i128,
        /// Last value.
        high: i128,
        /// What follows.
        stmt: Box<Stmt>,
    },
    /// `default:` of the innermost switch.
    Default(Box<Stmt>),
    /// `label:`
    Label(LabelRef, Box<Stmt>),
    /// `goto label;`
    Goto(LabelRef),
    /// `goto *e;`
    ComputedGoto(Expr),
    /// `break;`
    Break,
    /// `continue;`
    Continue,
    /// `return e;`, the value converted to the return type.
    Return(Option<Expr>),
    /// Inline assembly.
    Asm {
        /// The template, for the decision whether it is a known barrier.
        template: String,
        /// Whether it has any operand that it may write, or reads (then it is not a mere barrier).
        has_operands: bool,
    },
    /// `;`
    Empty,
}

/// An initialiser of a local: first the whole object is zeroed if asked, then the items are stored in order.
#[derive(Clone, Debug)]
pub struct Init {
    /// Whether parts of the object have no item of their own.
    pub zero: bool,
    /// The stores.
    pub items: Vec<InitItem>,
}

/// One store of an initialiser.
#[derive(Clone, Debug)]
pub struct InitItem {
    /// Byte offset in the object.
    pub offset: u64,
    /// The bits counted from the start of the *object*, for a bit-field.
    pub bits: Option<BitRange>,
    /// The type of the part: a scalar, or a record initialised by a record value, or a char array by a string literal
    /// (then the value is `ExprKind::Load` of the literal's lvalue).
    pub ty: QualType,
    /// Converted to `ty`.
    pub value: Expr,
}

/// The result of an arithmetic operation that may not fit.
#[derive(Clone, Debug)]
pub enum Fits {
    /// It is stored, wrapped, through this pointer to an integer.
    Stored(Box<Expr>),
    /// It is only asked whether it fits an integer of so many bits (`__builtin_add_overflow_p`).
    Bits {
        /// How many.
        width: u32,
        /// With a sign.
        signed: bool,
    },
}

/// A typed expression: an rvalue.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its unqualified type: a scalar, a record, or `void`.
    pub ty: TypeId,
    /// Where it stands.
    pub span: Span,
}

/// Arithmetic operators on operands that have the same arithmetic type, which is the result's (but for shifts, whose
/// right operand is promoted by itself).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Arith {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    And,
    Or,
    Xor,
}

/// Comparisons; the result is `int`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Compare {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

/// The forms of expressions.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A bit pattern of the type (integers, floats, null and integer-valued pointers).
    Const(u128),
    /// The value stored in an lvalue (its type is a scalar, a record, or a char array inside an [`InitItem`]).
    Load(Box<Lvalue>),
    /// The address of an lvalue; also what arrays decay to.
    AddrOf(Box<Lvalue>),
    /// The address of a function.
    FuncAddr(FuncRef),
    /// `&&label` (GNU).
    LabelAddr(LabelRef),
    /// `-e` on a promoted operand.
    Neg(Box<Expr>),
    /// `~e` on a promoted operand.
    BitNot(Box<Expr>),
    /// `!e` on a scalar; the result is `int`.
    Not(Box<Expr>),
    /// Arithmetic on numbers.
    Arith(Arith, Box<Expr>, Box<Expr>),
    /// The low bits of an integer, extended to its type again: a value of a bit-field that is wider than `int`, which has
    /// a type of its own.
    FieldBits {
        /// The integer.
        value: Box<Expr>,
        /// How many bits.
        width: u32,
    },
    /// Comparison of two numbers of the same type, or of two pointers.
    Compare(Compare, Box<Expr>, Box<Expr>),
    /// `pointer + index * size` (or minus); the index has an integer type of its own.
    PtrAdd {
        /// The pointer.
        pointer: Box<Expr>,
        /// The number of elements.
        index: Box<Expr>,
        /// Bytes of an element.
        size: Box<SizeOf>,
        /// Subtract instead.
        negative: bool,
    },
    /// `(left - right) / size` of type `ptrdiff_t`.
    PtrDiff {
        /// Left operand.
        left: Box<Expr>,
        /// Right operand.
        right: Box<Expr>,
        /// Bytes of an element.
        size: Box<SizeOf>,
    },
    /// `sizeof` of a VLA, of type `size_t`.
    SizeOf(Box<SizeOf>),
    /// `a && b`; the result is `int`.
    And(Box<Expr>, Box<Expr>),
    /// `a || b`; the result is `int`.
    Or(Box<Expr>, Box<Expr>),
    /// `c ? a : b`, both branches converted to the result's type (which may be `void` or a record).
    Cond(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `a ?: b`: the value of `a` converted to the result's type if it differs from zero, else `b`.
    Elvis(Box<Expr>, Box<Expr>),
    /// `a, b`
    Comma(Box<Expr>, Box<Expr>),
    /// Conversion of a scalar to the scalar type of this expression as C says (to `_Bool`: differs from zero);
    /// or of anything to `void`.
    Convert(Box<Expr>),
    /// `lvalue = value`, the value converted to the lvalue's type; the result is the new value. Also on records.
    Assign(Box<Lvalue>, Box<Expr>),
    /// `lvalue op= value`: `lvalue = (T)((C)lvalue op value)` with `C` the `computation` type (for pointers use
    /// [`ExprKind::PtrAssign`]). On an `_Atomic` lvalue one atomic read-modify-write.
    ArithAssign {
        /// What is changed.
        lvalue: Box<Lvalue>,
        /// How.
        op: Arith,
        /// Already of the computation type (for shifts: promoted by itself).
        value: Box<Expr>,
        /// In which type the operation is done.
        computation: TypeId,
        /// Whether the result is the old value (`e++`, `e--`).
        postfix: bool,
    },
    /// `pointer += index`, `++`, `--` on pointers.
    PtrAssign {
        /// What is changed.
        lvalue: Box<Lvalue>,
        /// The number of elements.
        index: Box<Expr>,
        /// Bytes of an element.
        size: Box<SizeOf>,
        /// Subtract instead.
        negative: bool,
        /// Whether the result is the old value.
        postfix: bool,
    },
    /// A call; arguments are converted to the parameter types, or promoted where there are none. For an old-style or
    /// undeclared callee all arguments are promoted.
    Call {
        /// Whom.
        callee: Callee,
        /// With what.
        args: Vec<Expr>,
    },
    /// `({ … })`; the value is that of the last expression statement, if its type is not `void`.
    StmtExpr {
        /// All statements but the last expression.
        stmts: Vec<Stmt>,
        /// The last expression.
        value: Option<Box<Expr>>,
    },
    /// A compiler builtin that is not an ordinary call.
    Builtin(Builtin),
}

/// Whom a call calls.
#[derive(Clone, Debug)]
pub enum Callee {
    /// By name.
    Direct(FuncRef),
    /// Through a pointer to a function; `ty` is the function's type.
    Indirect {
        /// The pointer.
        pointer: Box<Expr>,
        /// What it points to.
        ty: TypeId,
    },
}

/// The size of a type, as a product if it contains VLAs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SizeOf {
    /// Constant factor in bytes.
    pub bytes: u64,
    /// Run-time factors.
    pub lengths: Vec<VlaId>,
}

/// The builtins that need more than an ordinary call. (`__builtin_expect`, `__builtin_constant_p`,
/// `__builtin_choose_expr`, `__builtin_types_compatible_p`, `__builtin_offsetof` are folded away by typing;
/// `__builtin_memcpy`, `__builtin_abort`, `__builtin_printf` and the like become calls of the function without the
/// prefix; `__builtin_unreachable`, `__builtin_trap`, `__sync_synchronize`, `__atomic_thread_fence` are calls of that
/// name.)
#[derive(Clone, Debug)]
pub enum Builtin {
    /// `va_start(list, last)`
    VaStart(Box<Lvalue>),
    /// `va_arg(list, type)`; the expression has the type.
    VaArg(Box<Lvalue>),
    /// `va_end(list)`
    VaEnd(Box<Lvalue>),
    /// `va_copy(to, from)`
    VaCopy(Box<Lvalue>, Box<Lvalue>),
    /// `__atomic_load*`, `atomic_load`: pointer to the object.
    AtomicLoad {
        /// The object's address.
        pointer: Box<Expr>,
        /// How.
        order: MemoryOrder,
    },
    /// `__atomic_store*`, `atomic_store`, `__sync_lock_release` (of zero).
    AtomicStore {
        /// The object's address.
        pointer: Box<Expr>,
        /// Converted to the object's type.
        value: Box<Expr>,
        /// How.
        order: MemoryOrder,
    },
    /// `__atomic_fetch_op`, `__atomic_op_fetch`, `__atomic_exchange_n`, `__sync_*`, `atomic_fetch_*`.
    AtomicRmw {
        /// The object's address.
        pointer: Box<Expr>,
        /// What.
        op: RmwOp,
        /// Converted to the object's type. For pointers: bytes.
        operand: Box<Expr>,
        /// Whether the result is the new value instead of the old.
        new_value: bool,
        /// How.
        order: MemoryOrder,
    },
    /// `__atomic_compare_exchange_n`, `atomic_compare_exchange_*`: result `_Bool`; on failure the old value is
    /// stored to `*expected`.
    AtomicCompareExchange {
        /// The object's address.
        pointer: Box<Expr>,
        /// Address of the expected value.
        expected: Box<Expr>,
        /// Converted to the object's type.
        desired: Box<Expr>,
        /// Whether it may fail spuriously.
        weak: bool,
        /// How.
        order: MemoryOrder,
    },
    /// `__sync_bool_compare_and_swap` (result `_Bool`) and `__sync_val_compare_and_swap` (result the old value).
    SyncCompareAndSwap {
        /// The object's address.
        pointer: Box<Expr>,
        /// Converted to the object's type.
        expected: Box<Expr>,
        /// Converted to the object's type.
        desired: Box<Expr>,
        /// Whether the result is the success.
        success: bool,
    },
    /// `__builtin_add_overflow` and relatives: true if the mathematical result of two operands, which keep their own
    /// integer types, does not fit the result's type.
    Overflow {
        /// Add, Sub or Mul.
        op: Arith,
        /// Left operand.
        left: Box<Expr>,
        /// Right operand.
        right: Box<Expr>,
        /// What is asked about the result.
        result: Fits,
    },
    /// `__builtin_clz*`, `ctz`, `popcount`, `parity`, `ffs`, `bswap`: a pure function of an integer of its own type.
    Bits(BitsOp, Box<Expr>),
    /// `__builtin_alloca(size)`
    Alloca(Box<Expr>),
    /// A builtin we do not model; reaching it is UNKNOWN.
    Unsupported(String),
}

/// Bit-counting builtins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum BitsOp {
    Clz,
    Ctz,
    Popcount,
    Parity,
    Ffs,
    Clrsb,
    Bswap,
}

/// An lvalue: something that has an address (bit-fields aside).
#[derive(Clone, Debug)]
pub struct Lvalue {
    /// What it is.
    pub kind: LvalueKind,
    /// Its type with qualifiers (atomic, volatile).
    pub ty: QualType,
    /// Where it stands.
    pub span: Span,
}

/// The forms of lvalues.
#[derive(Clone, Debug)]
pub enum LvalueKind {
    /// A block-scope variable.
    Local(LocalRef),
    /// An object with static storage duration.
    Global(GlobalRef),
    /// `*pointer`; also `pointer[index]` and `pointer->field` come from it.
    Deref(Box<Expr>),
    /// A member of a record lvalue. `bits` count from the start of the *record*.
    Field {
        /// The record.
        base: Box<Lvalue>,
        /// Byte offset.
        offset: u64,
        /// Which bits, for a bit-field.
        bits: Option<BitRange>,
    },
    /// `(T){ … }`: executing it initialises the local.
    CompoundLiteral {
        /// The object.
        local: LocalRef,
        /// Its initialiser.
        init: Box<Init>,
    },
    /// A record rvalue that is accessed as an object (`f().x`).
    Temporary(Box<Expr>),
}

impl Lvalue {
    /// How a scalar of type `ty` is accessed at this lvalue.
    pub fn access(&self, ty: raddle_program::Scalar) -> Access {
        Access {
            ty,
            atomic: self.ty.quals.is_atomic.then_some(MemoryOrder::SeqCst),
            volatile: self.ty.quals.is_volatile,
        }
    }
}
