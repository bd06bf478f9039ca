//! GNU attributes that change what a declaration means.

use lang_c::ast::{Expression, Extension};
use lang_c::span::Node;
use raddle_program::{FloatKind, IntKind, QualType, Type};

use super::literal;
use super::{Typed, Typer};
use crate::normalise::markers::{NESTED, PACK, REFUSED, attribute_name};

/// What the attributes of a declaration say.
#[derive(Clone, Debug, Default)]
pub struct Attributes {
    /// `packed`
    pub packed: bool,
    /// `aligned(n)`; the largest if given more than once.
    pub aligned: Option<u64>,
    /// `#pragma pack(n)`, as the normaliser hands it over.
    pub pack: Option<u64>,
    /// `noreturn`
    pub noreturn: bool,
    /// `mode(…)`, without underscores.
    pub mode: Option<String>,
    /// `vector_size(n)`
    pub vector: bool,
    /// Bytes of the vector.
    pub vector_size: u64,
    /// `transparent_union`
    pub transparent_union: bool,
    /// `constructor` with its priority
    pub constructor: Option<u16>,
    /// `destructor` with its priority
    pub destructor: Option<u16>,
    /// `weak`
    pub weak: bool,
    /// `alias("name")`
    pub alias: Option<String>,
    /// `scalar_storage_order("big-endian")`
    pub big_endian: bool,
    /// A function that is defined inside another one.
    pub nested: bool,
    /// `cleanup(f)`: the function to call when the variable goes out of scope
    pub cleanup: Option<Node<Expression>>,
}

/// The text of a string literal.
fn text(e: &Node<Expression>) -> Option<String> {
    let Expression::StringLiteral(tokens) = &e.node else { return None };
    let (_, bytes) = literal::string(&tokens.node).ok()?;
    Some(String::from_utf8_lossy(&bytes).trim_end_matches('\0').to_string())
}

impl Attributes {
    /// Adds what others say.
    pub fn merge(&mut self, other: Attributes) {
        self.packed |= other.packed;
        self.aligned = self.aligned.max(other.aligned);
        self.pack = other.pack.or(self.pack);
        self.noreturn |= other.noreturn;
        self.mode = other.mode.or(self.mode.take());
        self.vector |= other.vector;
        self.vector_size = self.vector_size.max(other.vector_size);
        self.transparent_union |= other.transparent_union;
        self.constructor = other.constructor.or(self.constructor);
        self.destructor = other.destructor.or(self.destructor);
        self.weak |= other.weak;
        self.big_endian |= other.big_endian;
        self.nested |= other.nested;
        self.alias = other.alias.or(self.alias.take());
        self.cleanup = self.cleanup.take().or(other.cleanup);
    }
}

impl Typer<'_> {
    /// Reads attributes. Those that nobody here knows are ignored with a warning, as gcc does; those that would change
    /// the layout in a way we do not model are refused.
    pub(super) fn attributes(&mut self, extensions: &[Node<Extension>]) -> Typed<Attributes> {
        let mut result = Attributes::default();
        for extension in extensions {
            let attribute = match &extension.node {
                Extension::Attribute(attribute) => attribute,
                // An assembler name changes the symbol, not the meaning: glibc redirects `fscanf` to `__isoc99_fscanf`.
                Extension::AsmLabel(_) | Extension::AvailabilityAttribute(_) => continue,
            };
            let span = self.span(extension.span);
            let argument = attribute.arguments.first();
            match attribute_name(&attribute.name.node) {
                "packed" => result.packed = true,
                "aligned" => {
                    let align = match argument {
                        None => 16,
                        Some(e) => self.alignment(e)?,
                    };
                    result.aligned = result.aligned.max(Some(align));
                }
                PACK => {
                    if let Some(e) = argument {
                        result.pack = Some(self.alignment(e)?);
                    }
                }
                "noreturn" => result.noreturn = true,
                "mode" => {
                    if let Some(Expression::Identifier(name)) = argument.map(|e| &e.node) {
                        result.mode = Some(attribute_name(&name.node.name).to_string());
                    }
                }
                "vector_size" => {
                    result.vector = true;
                    if let Some(e) = argument {
                        result.vector_size = self.alignment(e)?;
                    }
                }
                "transparent_union" => result.transparent_union = true,
                "constructor" => result.constructor = Some(self.priority(argument)?),
                "destructor" => result.destructor = Some(self.priority(argument)?),
                "weak" => result.weak = true,
                "alias" => {
                    result.alias = argument.and_then(text).or(result.alias);
                }
                "cleanup" => match argument {
                    Some(Node { node: Expression::Identifier(_), .. }) => result.cleanup = argument.cloned(),
                    Some(_) | None => return Err(self.error(span, "cleanup argument not an identifier")),
                },
                "scalar_storage_order" => {
                    let order = match argument.map(|e| &e.node) {
                        Some(Expression::StringLiteral(tokens)) => literal::string(&tokens.node).ok(),
                        Some(_) | None => None,
                    };
                    // Little-endian is what the machine does anyhow.
                    result.big_endian = !order.is_some_and(|(_, bytes)| bytes.starts_with(b"little-endian"));
                }
                NESTED => result.nested = true,
                REFUSED => {
                    let what = argument.and_then(text).unwrap_or_default();
                    self.p.refused.push((what, span));
                }
                name @ ("ms_struct" | "ifunc" | "weakref" | "naked") => {
                    self.p.refused.push((format!("the attribute '{name}'"), span));
                }
                // Calling conventions, linker and debugging hints: without influence here.
                "common"
                | "nocommon"
                | "regparm"
                | "cdecl"
                | "stdcall"
                | "fastcall"
                | "gcc_struct"
                | "retain"
                | "returns_twice"
                | "copy"
                | "sysv_abi"
                | "ms_abi"
                | "thiscall"
                | "no_address_safety_analysis"
                | "warn_if_not_aligned"
                | "force_align_arg_pointer"
                | "symver"
                | "noinit"
                | "unavailable"
                | "nocf_check"
                | "no_icf"
                | "zero_call_used_regs"
                | "strict_flex_array"
                | "counted_by" => {}
                name => {
                    let message = format!("'{name}' attribute directive ignored");
                    self.warn(span, message);
                }
            }
        }
        Ok(result)
    }

    /// The priority of a constructor or destructor; without one it is the last, or the first.
    fn priority(&mut self, argument: Option<&Node<Expression>>) -> Typed<u16> {
        let Some(e) = argument else { return Ok(u16::MAX) };
        let span = self.span(e.span);
        let value = self.integer_constant(e)?;
        u16::try_from(value).map_err(|_| self.error(span, "priorities are integers from 0 to 65535"))
    }

    /// A power of two given as a constant expression.
    pub(super) fn alignment(&mut self, e: &Node<Expression>) -> Typed<u64> {
        let span = self.span(e.span);
        let value = self.integer_constant(e)?;
        match u64::try_from(value) {
            Ok(0) => Ok(1),
            Ok(n) if n.is_power_of_two() && n <= 1 << 28 => Ok(n),
            Ok(_) | Err(_) => Err(self.error(span, "requested alignment is not a positive power of 2")),
        }
    }

    /// The type that `mode` or `vector_size` turns `ty` into.
    pub(super) fn apply_type_attributes(&mut self, ty: QualType, attributes: &Attributes) -> QualType {
        if attributes.vector {
            let name = format!("{} vector of {} bytes", self.p.types.display(ty.ty), attributes.vector_size);
            let size = attributes.vector_size;
            return QualType { ty: self.opaque(&name, size, size.max(1)), quals: ty.quals };
        }
        let Some(mode) = &attributes.mode else { return ty };
        let model = self.model();
        let float = |kind| Some(Type::Float(kind));
        let integer = |size: u64, signed: bool| {
            let kinds =
                [IntKind::SChar, IntKind::Short, IntKind::Int, IntKind::Long, IntKind::LongLong, IntKind::Int128];
            let kind = kinds.into_iter().find(|k| k.size(model) == size)?;
            Some(Type::Int(if signed { kind } else { kind.to_unsigned() }))
        };
        let signed = self.int_kind(ty.ty).is_none_or(IntKind::signed);
        let new = match mode.as_str() {
            "QI" | "byte" => integer(1, signed),
            "HI" => integer(2, signed),
            "SI" => integer(4, signed),
            "DI" => integer(8, signed),
            "TI" => integer(16, signed),
            "word" | "pointer" | "unwind_word" | "libgcc_cmp_return" | "libgcc_shift_count" => {
                integer(model.pointer_size(), signed)
            }
            "SF" => float(FloatKind::F32),
            "DF" => float(FloatKind::F64),
            "XF" => float(FloatKind::F80),
            "TF" => float(FloatKind::F128),
            _ => None,
        };
        match new {
            Some(new) => QualType { ty: self.p.types.intern(new), quals: ty.quals },
            None => {
                let name = format!("mode {mode}");
                QualType { ty: self.opaque(&name, 16, 16), quals: ty.quals }
            }
        }
    }
}
