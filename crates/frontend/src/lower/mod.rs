//! Lowering: the typed program becomes control-flow automata.
//!
//! The idea: *one memory access per edge*. Every read or write of an object in memory becomes an edge of its own
//! ([`Op::Load`], [`Op::Store`], …); what is computed between accesses becomes a pure expression over registers. A
//! scalar local whose address is not taken is a register and costs no access at all. So the interleavings of edges are
//! exactly the interleavings of accesses of the C program under sequential consistency, for one legal evaluation order
//! (left to right; operands before the operation).
//!
//! Soundness: whatever cannot be expressed becomes [`Op::Unsupported`] at the place where control would reach it, so
//! that reaching it makes the verdict UNKNOWN. Nothing is left out: the match on every construct is complete.
//!
//! What is lowered: the entry function and everything it can reach through calls, addresses and static initialisers.
//! A function nobody can call and an object nobody can name do not become part of the program. Library models of ours
//! are ordinary functions that come in on demand like any other.
//!
//! Where things are: [`automaton`] builds one automaton, [`registers`] makes it small; [`fold`] builds pure expressions; `body` sets up a function,
//! `statement` and `switch` are control flow, `expression`, `condition`, `lvalue`, `assignment`, `atomic`, `record`,
//! `initialiser`, `builtin`, `variadic` are the rest of C, `call` is the calling convention, `library` gives library
//! calls their meaning, `start` is what happens before `main` and after.
//!
//! Cost: linear in the size of the program. The rejected alternative, expressions with loads inside and a later pass
//! that splits them, would need that pass in front of every consumer, and would lose the order of evaluation.

mod arguments;
mod assignment;
mod atomic;
mod automaton;
mod body;
mod builtin;
mod call;
mod condition;
mod expression;
mod fold;
mod initialiser;
mod library;
mod lvalue;
mod record;
mod registers;
mod scopes;
mod start;
mod statement;
mod stream;
mod switch;
#[cfg(test)]
mod tests;
mod variadic;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use raddle_program::library::{Meaning, SyncArg};
use raddle_program::{
    AllowedRaces, DataModel, Diagnostic, FuncId, Function, Global, GlobalId, GlobalKind, Id, IdVec, IntKind, Program,
    QualType, Relocation, RelocationTarget, Scalar, SourceMap, Span, SyncSizes, Type, TypeId, TypeTable,
};

use crate::hir::{FuncRef, GlobalRef, Hir, StaticTarget};
use raddle_program::library::{QUIET_PREFIX, Stream};

/// What the user can choose about lowering.
#[derive(Clone, Debug)]
pub struct LowerOptions {
    /// The function the program starts with.
    pub entry: String,
    /// The function whose call is the error; `None`: the functions that mean an error by their name.
    pub error_function: Option<String>,
    /// The arguments of the program, behind its own name; `None`: nobody knows.
    pub arguments: Option<Vec<String>>,
    /// Whether the program mentions `errno`.
    pub looks_at_errno: bool,
    /// Whether the program says when the life of a local of an inner block begins and ends.
    pub lifetimes: bool,
}

impl Default for LowerOptions {
    fn default() -> LowerOptions {
        let entry = "main".to_string();
        LowerOptions { entry, error_function: None, arguments: None, looks_at_errno: true, lifetimes: false }
    }
}

/// Turns a typed program into automata, starting from the entry function.
pub fn lower(hir: Hir, source: SourceMap, options: &LowerOptions) -> Result<Program, Vec<Diagnostic>> {
    let Some(entry) = entry_function(&hir, options) else {
        let message = match options.entry.as_str() {
            "main" => "the program has no function `main`".to_string(),
            other => format!("the program has no function `{other}`"),
        };
        return Err(vec![
            Diagnostic::error(Span::NONE, message)
                .with_help("give all files of the program, or name another function with --entry"),
        ]);
    };
    let Hir { types, globals, functions, refused, warnings: _ } = hir;
    let typed = Typed { globals, functions, refused };
    let mut linker = Linker::new(&typed, types, &source, entry);
    linker.error_function = options.error_function.as_deref();
    linker.looks_at_errno = options.looks_at_errno;
    linker.lifetimes = options.lifetimes;
    linker.arguments = options.arguments.as_deref();
    let entry = start::entry(&mut linker, entry);
    linker.lower_all();
    let after_last_thread = start::after_last_thread(&mut linker);
    linker.lower_all();
    let sync_sizes = linker.sync_sizes();
    let (globals, functions) = (linker.globals, linker.done);
    let functions = functions.into_iter().flatten().collect();
    let program = Program {
        types: linker.types,
        globals,
        functions,
        entry,
        after_last_thread,
        source,
        sync_sizes,
        lifetimes: options.lifetimes,
        arguments: options.arguments.clone(),
        allowed_races: AllowedRaces::default(),
    };
    debug_assert_eq!(program.check_laws(), Vec::<String>::new());
    Ok(program)
}

fn entry_function(hir: &Hir, options: &LowerOptions) -> Option<FuncRef> {
    let index = hir.functions.iter().position(|f| f.name == options.entry && f.body.is_some())?;
    Some(FuncRef(u32::try_from(index).ok()?))
}

/// The typed program without its types, which lowering extends.
struct Typed {
    globals: Vec<crate::hir::Global>,
    functions: Vec<crate::hir::Function>,
    refused: Vec<(String, Span)>,
}

/// A function of the program to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Task {
    /// A function with a body.
    Body(FuncRef),
    /// The function the program starts with: its parameters are the program's arguments.
    Entry(FuncRef),
    /// A function with the calling convention of a declared function whose body is a call of that function: what the
    /// address of a library function or of an external is.
    Wrapper(FuncRef),
    /// Start-up code, see [`start`].
    Start,
    /// What follows the end of the last thread, see [`start`].
    Finish,
}

/// What all functions share while they are lowered: ids on demand, and what is still to do.
struct Linker<'h> {
    typed: &'h Typed,
    source: &'h SourceMap,
    types: TypeTable,
    model: DataModel,
    entry: FuncRef,
    /// The function whose call is the error of the property, if the property names one.
    error_function: Option<&'h str>,
    lifetimes: bool,
    /// The arguments of the program, if they are known.
    arguments: Option<&'h [String]>,
    /// Whether the program mentions `errno`: if not, nobody can tell whether a call that succeeds sets it.
    looks_at_errno: bool,
    /// Whether something runs after `main` or `exit` (destructors, `atexit`).
    exit_handlers: bool,
    /// Whether somebody may ask for the end of a thread (`pthread_cancel`).
    cancels: bool,
    /// The models that lock a stream and unlock it, where the program can tell.
    stream_lock: Option<(FuncRef, FuncRef)>,
    /// What takes the place of `fprintf` in programs that have streams in memory.
    stream_printf: Option<FuncRef>,
    /// Whether the program may create threads.
    creates_threads: bool,
    /// Whether the initial content of some object is not known.
    has_unmodelled: bool,
    globals: IdVec<GlobalId, Global>,
    global_ids: BTreeMap<GlobalRef, GlobalId>,
    /// The objects of the standard streams.
    streams: BTreeMap<Stream, GlobalId>,
    /// Variants of library functions for calls whose result is dropped, by the functions' names.
    quiet: BTreeMap<&'h str, FuncRef>,
    function_ids: BTreeMap<Task, FuncId>,
    queue: VecDeque<Task>,
    done: Vec<Option<Function>>,
    /// C types of temporaries.
    word: QualType,
    int: QualType,
}

impl<'h> Linker<'h> {
    fn new(typed: &'h Typed, mut types: TypeTable, source: &'h SourceMap, entry: FuncRef) -> Linker<'h> {
        let model = types.model();
        let word = types.int(IntKind::ULong).into();
        let int = types.int(IntKind::Int).into();
        let named = typed.functions.iter().zip(0..).map(|(f, at)| (f.name.as_str(), FuncRef(at)));
        let quiet = named.filter_map(|(name, f)| Some((name.strip_prefix(QUIET_PREFIX)?, f))).collect();
        let model_of = |name: &str| {
            let mut all = typed.functions.iter().zip(0..);
            all.find(|(f, _)| f.name == name && f.body.is_some()).map(|(_, at)| FuncRef(at))
        };
        let stream_lock =
            model_of(raddle_program::library::STREAM_ENTER).zip(model_of(raddle_program::library::STREAM_LEAVE));
        Linker {
            typed,
            source,
            types,
            model,
            entry,
            error_function: None,
            lifetimes: false,
            arguments: None,
            looks_at_errno: true,
            exit_handlers: start::has_exit_handlers(typed),
            cancels: typed.functions.iter().any(|f| f.name == raddle_program::library::CANCEL && f.body.is_some()),
            stream_lock,
            stream_printf: model_of(raddle_program::library::STREAM_PRINTF),
            creates_threads: typed.functions.iter().any(|f| library::creates_threads(&f.name)),
            has_unmodelled: typed.globals.iter().any(|global| global.unmodelled.is_some()),
            globals: IdVec::new(),
            global_ids: BTreeMap::new(),
            streams: BTreeMap::new(),
            quiet,
            function_ids: BTreeMap::new(),
            queue: VecDeque::new(),
            done: Vec::new(),
            word,
            int,
        }
    }

    fn lower_all(&mut self) {
        while let Some(task) = self.queue.pop_front() {
            let function = match task {
                Task::Body(f) => body::lower_function(self, f, false),
                Task::Entry(f) => body::lower_function(self, f, true),
                Task::Wrapper(f) => call::lower_wrapper(self, f),
                Task::Start => start::lower_start(self),
                Task::Finish => start::lower_finish(self),
            };
            let id = self.function_ids[&task];
            self.done[id.index()] = Some(function);
        }
    }

    fn task(&mut self, task: Task) -> FuncId {
        if let Some(id) = self.function_ids.get(&task) {
            return *id;
        }
        let id = FuncId::from_index(self.done.len());
        self.done.push(None);
        self.function_ids.insert(task, id);
        self.queue.push_back(task);
        id
    }

    /// The function of the program that stands for a declared function.
    fn function(&mut self, f: FuncRef) -> FuncId {
        let f = self.typed.functions[f.0 as usize].alias.unwrap_or(f);
        let own = self.has_own_body(f) && !self.is_error_function(f) && !self.is_cancellation_point(f);
        self.task(if own { Task::Body(f) } else { Task::Wrapper(f) })
    }

    /// Whether somebody may ask a thread to end, and a call of this library function of ours is a place where it does.
    fn is_cancellation_point(&self, f: FuncRef) -> bool {
        let ours = self.source.is_internal(self.typed.functions[f.0 as usize].span);
        self.cancels && ours && raddle_program::library::cancellation_point(self.name(f)).is_some()
    }

    /// Whether calling a function executes the body that the program (or a model of ours) gives it.
    fn has_own_body(&self, f: FuncRef) -> bool {
        let fixed = library::meaning(self.name(f), self.error_function.is_some()).is_some_and(|e| e.fixed);
        self.typed.functions[f.0 as usize].body.is_some() && !fixed
    }

    /// Whether the property names this function: calling it is the error.
    fn is_error_function(&self, f: FuncRef) -> bool {
        self.error_function == Some(self.name(f))
    }

    /// How large locks and the like are, as the declarations of the functions that work on them say.
    fn sync_sizes(&self) -> SyncSizes {
        let mut sizes = SyncSizes::new(self.model);
        for function in &self.typed.functions {
            let Some(Meaning::Sync(call)) = raddle_program::library::meaning(&function.name).map(|e| e.meaning) else {
                continue;
            };
            let Type::Function(ty) = self.types.get(function.ty) else { continue };
            for ((kind, _), arg) in call.op.objects().iter().zip(call.args) {
                let SyncArg::Word(position) = arg else { continue };
                let Some(param) = ty.params.get(usize::from(*position)) else { continue };
                let Type::Pointer(target) = self.types.get(param.ty) else { continue };
                let is_void = matches!(self.types.get(target.ty), Type::Void);
                if let Some(size) = self.types.size(target.ty).filter(|size| *size > 0 && !is_void) {
                    sizes.limit(*kind, size);
                }
            }
        }
        sizes
    }

    fn name(&self, f: FuncRef) -> &'h str {
        &self.typed.functions[f.0 as usize].name
    }

    /// A declared function with a body, by name.
    fn defined(&self, name: &str) -> Option<FuncRef> {
        let index = self.typed.functions.iter().position(|f| f.name == name && f.body.is_some())?;
        Some(FuncRef(u32::try_from(index).ok()?))
    }

    /// Why the initial content of an object is not known, or of one it holds the address of.
    fn unmodelled(&self, g: GlobalRef) -> Option<String> {
        if !self.has_unmodelled {
            return None;
        }
        let (mut seen, mut queue) = (BTreeSet::from([g]), vec![g]);
        while let Some(next) = queue.pop() {
            let global = &self.typed.globals[next.0 as usize];
            if let Some(what) = &global.unmodelled {
                return Some(format!("{what} (of '{}')", global.name));
            }
            for relocation in &global.relocations {
                match relocation.target {
                    StaticTarget::Global(target) if seen.insert(target) => queue.push(target),
                    StaticTarget::Global(_) | StaticTarget::Function(_) => {}
                }
            }
        }
        None
    }

    /// The object of the program that stands for a declared object. Its relocations may pull in more.
    fn global(&mut self, g: GlobalRef) -> GlobalId {
        if let Some(id) = self.global_ids.get(&g) {
            return *id;
        }
        let global = &self.typed.globals[g.0 as usize];
        if global.kind == GlobalKind::Extern
            && let Some(stream) = raddle_program::library::stream(&global.name)
        {
            let id = self.stream_variable(global, stream);
            self.global_ids.insert(g, id);
            return id;
        }
        let size = self.types.size(global.ty.ty).unwrap_or(0).max(global.init.len() as u64);
        let align = global.align.unwrap_or(1).max(self.types.align(global.ty.ty)).max(1);
        let id = self.globals.push(Global {
            name: global.name.clone(),
            ty: global.ty,
            kind: self.kind(global),
            size,
            align,
            init: global.init.clone(),
            relocations: Vec::new(),
            span: global.span,
        });
        self.global_ids.insert(g, id);
        let mut relocations: Vec<_> = global
            .relocations
            .iter()
            .map(|r| {
                let target = match r.target {
                    StaticTarget::Global(target) => RelocationTarget::Global(self.global(target)),
                    StaticTarget::Function(target) => RelocationTarget::Function(self.function(target)),
                };
                Relocation { offset: r.offset, target, addend: r.addend }
            })
            .collect();
        relocations.sort_by_key(|r| r.offset);
        self.globals[id].relocations = relocations;
        id
    }

    /// Variables that are const as a whole never change.
    fn kind(&self, global: &crate::hir::Global) -> GlobalKind {
        match global.kind {
            GlobalKind::Variable | GlobalKind::StaticLocal if self.is_const(global.ty) => GlobalKind::Constant,
            GlobalKind::Variable
            | GlobalKind::StaticLocal
            | GlobalKind::ThreadLocal
            | GlobalKind::Constant
            | GlobalKind::Extern => global.kind,
        }
    }

    fn is_const(&self, ty: QualType) -> bool {
        let quals = ty.quals;
        if quals.is_volatile || quals.is_atomic {
            return false;
        }
        match self.types.get(ty.ty) {
            Type::Array(element, _) => quals.is_const || self.is_const(*element),
            Type::Record(_) => quals.is_const && !self.has_volatile(ty.ty),
            Type::Void | Type::Int(_) | Type::Float(_) | Type::Pointer(_) | Type::Enum(_) | Type::Function(_) => {
                quals.is_const
            }
        }
    }

    fn has_volatile(&self, ty: TypeId) -> bool {
        match self.types.get(ty) {
            Type::Record(r) => self.types.records[*r]
                .fields
                .iter()
                .flatten()
                .any(|f| f.ty.quals.is_volatile || f.ty.quals.is_atomic || self.has_volatile(f.ty.ty)),
            Type::Array(element, _) => element.quals.is_volatile || self.has_volatile(element.ty),
            Type::Void | Type::Int(_) | Type::Float(_) | Type::Pointer(_) | Type::Enum(_) | Type::Function(_) => false,
        }
    }

    /// `stdin` and relatives: a variable that never changes and points to the stream.
    fn stream_variable(&mut self, global: &crate::hir::Global, stream: Stream) -> GlobalId {
        let file = self.stream(stream);
        let mut pointer = self.blank(&global.name, GlobalKind::Constant, self.model.pointer_size());
        (pointer.ty, pointer.span) = (global.ty, global.span);
        pointer.relocations.push(Relocation { offset: 0, target: RelocationTarget::Global(file), addend: 0 });
        self.globals.push(pointer)
    }

    /// The object that `stdin`, `stdout` or `stderr` points to: as large as a `FILE`; the models say what is in it.
    fn stream(&mut self, stream: Stream) -> GlobalId {
        if let Some(known) = self.streams.get(&stream) {
            return *known;
        }
        let (name, number) = match stream {
            Stream::Input => ("*stdin", 0),
            Stream::Output => ("*stdout", 1),
            Stream::Error => ("*stderr", 2),
        };
        let size = if self.model.pointer_size() == 8 { 216 } else { 148 };
        let mut file = self.blank(name, GlobalKind::Variable, size);
        let only_read = u32::from(stream == Stream::Input);
        file.init = [0, 0, 0, number, only_read].into_iter().flat_map(u32::to_le_bytes).collect();
        let file = self.globals.push(file);
        self.streams.insert(stream, file);
        file
    }

    fn blank(&self, name: &str, kind: GlobalKind, size: u64) -> Global {
        let (align, name) = (self.model.pointer_size(), name.to_string());
        let (init, relocations) = (Vec::new(), Vec::new());
        Global { name, ty: self.int, kind, size, align, init, relocations, span: Span::NONE }
    }

    /// The variant of a library function for calls whose result the program drops, if its models have one.
    fn quiet(&self, f: FuncRef) -> FuncRef {
        let function = &self.typed.functions[f.0 as usize];
        let variant = self.quiet.get(function.name.as_str()).copied();
        variant.filter(|_| self.source.is_internal(function.span)).unwrap_or(f)
    }

    /// Pointers as registers hold them.
    fn pointer(&self) -> Scalar {
        Scalar::pointer(self.model)
    }

    /// Whether a type is a struct or union.
    fn is_record(&self, ty: TypeId) -> bool {
        match self.types.get(ty) {
            Type::Record(_) => true,
            Type::Void
            | Type::Int(_)
            | Type::Float(_)
            | Type::Pointer(_)
            | Type::Array(..)
            | Type::Enum(_)
            | Type::Function(_) => false,
        }
    }
}
