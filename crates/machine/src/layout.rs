//! Where everything lives: the address space of a program.
//!
//! An address is an integer that depends only on how its object came about, never on the path that led there, so that
//! two paths to the same situation give equal states:
//!
//! | region    | who                                           | LP64 from               | ILP32 from   |
//! |-----------|-----------------------------------------------|-------------------------|--------------|
//! | code      | functions, 16 bytes apart                     | `0x0000_0000_0040_0000` | `0x0040_0000`|
//! | constants | string literals, const variables (read only)  | `0x0000_0080_0000_0000` | `0x0800_0000`|
//! | globals   | pages of small globals, then the large ones   | `0x0000_0135_7000_0000` | `0x1357_0000`|
//! | heap      | one arena per allocating thread               | `0x0000_2000_0000_0000` | `0x4000_0000`|
//! | stacks    | per thread: thread-local objects, then frames | `0x0000_6000_0000_0000` | `0xc000_0000`|
//! | ids       | of threads; nothing lies there                | `0x0000_7f5a_3c00_0000` | `0xff40_0000`|
//!
//! Globals start at no round number, because programs compare round numbers, and those should not be addresses.
//! Between any two objects lie at least [`RED_ZONE`] bytes that belong to nobody, so that a small overrun hits no
//! object and is told as what it is.
//!
//! **Pages.** Most globals of concurrent programs are small. A component per global would make states of many tiny
//! components, one component for all of them would be copied at every store; so small globals share a block of about
//! [`PAGE`] bytes, in declaration order. In the block they lie densely (no red zones to hash), in the address space
//! they do not; the table here translates. Bounds are those of each global, not of the page.
//!
//! Addresses of frames grow upwards, which the C program cannot tell from the real thing without undefined behaviour.

use std::sync::Arc;

use raddle_program::{
    DataModel, FuncId, GlobalId, GlobalKind, Id, IdVec, LocalId, Op, Program, RelocationTarget, Span, Storage,
};

use crate::halt::{Halt, HaltKind};
use crate::state::{Addr, Block, BlockIx, LazyRange, ObjectKind, ObjectMeta, Shape, ThreadIx};

/// Bytes between neighbouring objects that belong to nobody.
pub const RED_ZONE: u64 = 16;

/// The same where accesses out of bounds are looked for: an index that is wrong by more should not hit the next object.
pub const WIDE_RED_ZONE: u64 = 1024;

/// Content of a page of small globals, in bytes.
const PAGE: u32 = 128;

/// The largest global that shares a page.
const SMALL: u64 = 64;

/// `value` rounded up to a multiple of `align`, a power of two (or 0 or 1 for none).
pub fn align_up(value: u64, align: u64) -> u64 {
    match align.next_power_of_two() {
        0 | 1 => value,
        align => value.saturating_add(align - 1) & !(align - 1),
    }
}

/// The block of an object nobody has written yet.
pub fn indeterminate(size: u64) -> Block {
    let lazy = if size == 0 { Vec::new() } else { vec![LazyRange { offset: 0, len: size as u32, value: None }] };
    Block { bytes: vec![0; size as usize], lazy }
}

/// Start addresses of the regions.
#[derive(Clone, Copy, Debug)]
pub struct Regions {
    code: Addr,
    constants: Addr,
    globals: Addr,
    heap: Addr,
    /// Bytes of main's arena and of each other arena.
    arena: [u64; 2],
    stacks: Addr,
    /// Bytes of main's stack and of each other stack.
    stack: [u64; 2],
    ids: Addr,
}

/// Bytes between two ids of threads.
const ID_STEP: u64 = 64;

/// How many ids of threads there can be.
const MAX_IDS: u64 = 1 << 17;

impl Regions {
    fn new(model: DataModel, max_threads: u16) -> Regions {
        let threads = u64::from(max_threads).max(1);
        match model {
            DataModel::Lp64 => Regions {
                code: 0x40_0000,
                constants: 0x80_0000_0000,
                globals: 0x135_7000_0000,
                heap: 0x2000_0000_0000,
                arena: [1 << 40, (0x2000_0000_0000 / threads) & !0xffff],
                stacks: 0x6000_0000_0000,
                stack: [1 << 38, (0x1000_0000_0000 / threads) & !0xffff],
                ids: 0x7f5a_3c00_0000,
            },
            DataModel::Ilp32 => Regions {
                code: 0x40_0000,
                constants: 0x800_0000,
                globals: 0x1357_0000,
                heap: 0x4000_0000,
                arena: [0x4000_0000, (0x4000_0000 / threads) & !0xfff],
                stacks: 0xc000_0000,
                stack: [0x1000_0000, (0x2f00_0000 / threads) & !0xfff],
                ids: 0xff40_0000,
            },
        }
    }

    fn part(start: Addr, [main, other]: [u64; 2], thread: ThreadIx) -> (Addr, Addr) {
        match thread.0 {
            0 => (start, start + main),
            t => {
                let base = start + main + other * (u64::from(t) - 1);
                (base, base + other)
            }
        }
    }

    /// Where blocks allocated by a thread lie.
    pub fn arena(&self, thread: ThreadIx) -> (Addr, Addr) {
        Self::part(self.heap, self.arena, thread)
    }

    /// Where thread-local objects and frames of a thread lie.
    pub fn stack(&self, thread: ThreadIx) -> (Addr, Addr) {
        Self::part(self.stacks, self.stack, thread)
    }

    /// Whether an address is one of a constant.
    pub fn is_constant(&self, addr: Addr) -> bool {
        (self.constants..self.globals).contains(&addr)
    }

    /// The addresses of all arenas.
    pub fn heap(&self) -> std::ops::Range<Addr> {
        self.heap..self.stacks
    }

    /// Whether an address is in some arena.
    pub fn is_heap(&self, addr: Addr) -> bool {
        self.heap().contains(&addr)
    }

    /// Where the arena ends that an address is in.
    pub fn arena_end(&self, addr: Addr) -> Addr {
        let [main, other] = self.arena;
        match addr.saturating_sub(self.heap).checked_sub(main) {
            None => self.heap + main,
            Some(above) => self.heap + main + (above / other + 1) * other,
        }
    }

    /// Whether an address is in some stack.
    pub fn is_stack(&self, addr: Addr) -> bool {
        (self.stacks..self.ids).contains(&addr)
    }

    /// The id of the thread with a number, if there are so many.
    pub fn thread_id(&self, number: u64) -> Option<u64> {
        (number < MAX_IDS).then(|| self.ids + ID_STEP * number)
    }

    /// The number of the thread with an id.
    pub fn thread_number(&self, id: u64) -> Option<u64> {
        let offset = id.checked_sub(self.ids)?;
        (offset % ID_STEP == 0 && offset / ID_STEP < MAX_IDS).then_some(offset / ID_STEP)
    }
}

/// Where the content of a global is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Home {
    /// In block `block` of every state, from byte `offset` on.
    Block {
        /// Index in `Memory::blocks`.
        block: BlockIx,
        /// First byte.
        offset: u32,
    },
    /// In the machine's table of constants.
    Constant(u32),
    /// In each thread's stack region; the address is relative to its start.
    ThreadLocal,
}

/// A global in the address space.
#[derive(Clone, Copy, Debug)]
pub struct GlobalObject {
    /// Its address (for a thread-local one: from the start of the thread's stack region).
    pub addr: Addr,
    /// Bytes.
    pub size: u64,
    /// Where its content is.
    pub home: Home,
}

/// A global on a page.
#[derive(Clone, Copy, Debug)]
pub struct PageEntry {
    /// Its address.
    pub addr: Addr,
    /// Bytes.
    pub size: u64,
    /// First byte in the page's block.
    pub offset: u32,
    /// Which global.
    pub global: GlobalId,
}

/// A constant with its bytes.
#[derive(Clone, Debug)]
pub struct Constant {
    /// Its address.
    pub addr: Addr,
    /// Its content.
    pub bytes: Vec<u8>,
    /// Which global.
    pub global: GlobalId,
}

/// A memory local in the frame of its function.
#[derive(Clone, Debug)]
pub struct FrameObject {
    /// Which local.
    pub local: LocalId,
    /// Bytes from the frame's base.
    pub offset: u64,
    /// Bytes.
    pub size: u64,
    /// Its content at first: indeterminate.
    pub block: Arc<Block>,
}

/// The frame of a function.
#[derive(Clone, Debug, Default)]
pub struct FrameLayout {
    /// Bytes with red zones; 0 if nothing is in memory.
    pub size: u64,
    /// Alignment of its base.
    pub align: u64,
    /// Memory locals by offset.
    pub objects: Vec<FrameObject>,
    /// Offset of each local (0 for registers).
    pub offsets: Vec<u64>,
    /// Whether it may have blocks made at run time.
    pub grows: bool,
}

/// A thread-local object.
#[derive(Clone, Debug)]
pub struct ThreadObject {
    /// Which global.
    pub global: GlobalId,
    /// Bytes from the start of the thread's stack region.
    pub offset: u64,
    /// Bytes.
    pub size: u64,
    /// Its content when a thread starts.
    pub block: Arc<Block>,
}

/// The address space of a program.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Bytes between two objects.
    pub red_zone: u64,
    /// Start addresses.
    pub regions: Regions,
    /// Every global.
    pub globals: IdVec<GlobalId, GlobalObject>,
    /// Pages of small globals; page `i` is object and block `i` of every state.
    pub pages: Vec<Vec<PageEntry>>,
    /// Constants by address.
    pub constants: Vec<Constant>,
    /// Every function's frame.
    pub frames: IdVec<FuncId, FrameLayout>,
    /// Thread-local objects by offset.
    pub thread_objects: Vec<ThreadObject>,
    /// First byte after a thread's thread-local objects, from the start of its stack region.
    pub thread_size: u64,
    /// Objects that exist when the program starts.
    pub shape: Arc<Shape>,
    /// Their contents.
    pub blocks: Vec<Arc<Block>>,
    /// Set if an object is too large.
    pub too_large: Option<Halt>,
}

impl Layout {
    /// Lays out a program.
    pub fn new(program: &Program, max_threads: u16, max_object: u64, red_zone: u64) -> Layout {
        let mut layout = Layout {
            red_zone,
            regions: Regions::new(program.data_model(), max_threads),
            globals: IdVec::new(),
            pages: Vec::new(),
            constants: Vec::new(),
            frames: IdVec::new(),
            thread_objects: Vec::new(),
            thread_size: 0,
            shape: Arc::default(),
            blocks: Vec::new(),
            too_large: None,
        };
        let limit = max_object.min(u64::from(u32::MAX) / 2);
        layout.check_sizes(program, limit);
        if layout.too_large.is_none() {
            layout.place_globals(program);
        }
        if layout.too_large.is_none() {
            layout.fill_globals(program);
        }
        if layout.too_large.is_some() {
            // No execution begins, but who prepares for one may ask where things are.
            let nowhere = |size| GlobalObject { addr: layout.regions.globals, size, home: Home::ThreadLocal };
            layout.globals = program.globals.iter().map(|g| nowhere(g.size)).collect();
        }
        layout.frames = program.functions.iter().map(|f| FrameLayout::new(f, limit, red_zone)).collect();
        layout
    }

    /// The address of a function.
    pub fn function_address(&self, function: FuncId) -> Addr {
        self.regions.code + 16 * u64::from(function.0)
    }

    /// The function at an address.
    pub fn function_at(&self, addr: Addr, program: &Program) -> Option<FuncId> {
        let offset = addr.checked_sub(self.regions.code)?;
        let index = usize::try_from(offset / 16).ok()?;
        (offset % 16 == 0 && index < program.functions.len()).then(|| FuncId::from_index(index))
    }

    /// The constant that contains an address (or ends there).
    pub fn constant_at(&self, addr: Addr) -> Option<(usize, &Constant)> {
        let index = self.constants.partition_point(|c| c.addr <= addr).checked_sub(1)?;
        let constant = &self.constants[index];
        (addr - constant.addr <= constant.bytes.len() as u64).then_some((index, constant))
    }

    /// The entry of a page at or before an address.
    pub fn page_entry(&self, page: usize, addr: Addr) -> Option<&PageEntry> {
        let entries = &self.pages[page];
        entries[..entries.partition_point(|e| e.addr <= addr)].last()
    }

    fn check_sizes(&mut self, program: &Program, limit: u64) {
        let mut check = |size: u64, name: &str, span| {
            if size > limit && self.too_large.is_none() {
                let what = format!("`{name}` has {size} bytes, more than the limit of {limit} for one object");
                self.too_large = Some(Halt { kind: HaltKind::Limit, what, span });
            }
        };
        for global in program.globals.iter() {
            check(global.size, &global.name, global.span);
        }
        for function in program.functions.iter() {
            for local in function.locals.iter() {
                match local.storage {
                    Storage::Register(_) => {}
                    Storage::Memory { size, .. } => check(size, local.name.as_deref().unwrap_or("a local"), local.span),
                }
            }
        }
    }

    fn place_globals(&mut self, program: &Program) {
        let red_zone = self.red_zone;
        let mut constants = self.regions.constants;
        let mut small = self.regions.globals;
        let mut used = 0;
        let mut places = vec![None; program.globals.len()];
        let place = |cursor: &mut Addr, size: u64, align: u64| {
            let addr = align_up(*cursor, align.max(1));
            *cursor = addr + size.max(1) + red_zone;
            addr
        };
        for (id, global) in program.globals.enumerated() {
            let size = global.size.max(global.init.len() as u64);
            let (addr, home) = match global.kind {
                GlobalKind::Constant => {
                    (place(&mut constants, size, global.align), Home::Constant(self.constants.len() as u32))
                }
                GlobalKind::ThreadLocal => (place(&mut self.thread_size, size, global.align), Home::ThreadLocal),
                GlobalKind::Variable | GlobalKind::StaticLocal | GlobalKind::Extern if size <= SMALL => {
                    if self.pages.is_empty() || used + size as u32 > PAGE {
                        self.pages.push(Vec::new());
                        used = 0;
                        small = align_up(small, 64);
                    }
                    let addr = place(&mut small, size, global.align);
                    let page = self.pages.len() - 1;
                    let home = Home::Block { block: BlockIx::from_index(page), offset: used };
                    self.pages[page].push(PageEntry { addr, size, offset: used, global: id });
                    used += size as u32;
                    (addr, home)
                }
                GlobalKind::Variable | GlobalKind::StaticLocal | GlobalKind::Extern => continue,
            };
            if let Home::Constant(_) = home {
                self.constants.push(Constant { addr, bytes: Vec::new(), global: id });
            }
            places[id.index()] = Some(GlobalObject { addr, size, home });
        }
        let mut block = self.pages.len();
        for (id, global) in program.globals.enumerated() {
            let size = global.size.max(global.init.len() as u64);
            let entry = places[id.index()].get_or_insert_with(|| {
                let addr = place(&mut small, size, global.align);
                block += 1;
                GlobalObject { addr, size, home: Home::Block { block: BlockIx::from_index(block - 1), offset: 0 } }
            });
            self.globals.push(*entry);
        }
        if constants > self.regions.globals || small > self.regions.heap {
            let what = "the global variables together do not fit into the address space of the data model";
            self.too_large = Some(Halt::limit(what, Span::NONE));
        }
    }

    fn fill_globals(&mut self, program: &Program) {
        let mut shape = Shape::default();
        for (page, entries) in self.pages.iter().enumerate() {
            let mut block = Block::default();
            for entry in entries {
                let part = self.initial(program, entry.global);
                let offset = block.bytes.len() as u32;
                block.bytes.extend(part.bytes);
                for range in part.lazy {
                    match block.lazy.last_mut() {
                        Some(last) if last.offset + last.len == offset => last.len += range.len,
                        _ => block.lazy.push(LazyRange { offset, ..range }),
                    }
                }
            }
            let (first, last) = (&entries[0], &entries[entries.len() - 1]);
            let kind = ObjectKind::GlobalPage(page as u32);
            shape.objects.push(ObjectMeta {
                base: first.addr,
                size: last.addr + last.size - first.addr,
                kind,
                array: None,
            });
            self.blocks.push(Arc::new(block));
        }
        for id in program.globals.ids() {
            let place = self.globals[id];
            match place.home {
                Home::Block { block, .. } if block.index() < self.pages.len() => {}
                Home::Block { .. } => {
                    let kind = ObjectKind::Global(id);
                    shape.objects.push(ObjectMeta { base: place.addr, size: place.size, kind, array: None });
                    self.blocks.push(Arc::new(self.initial(program, id)));
                }
                Home::Constant(index) => self.constants[index as usize].bytes = self.initial(program, id).bytes,
                Home::ThreadLocal => self.thread_objects.push(ThreadObject {
                    global: id,
                    offset: place.addr,
                    size: place.size,
                    block: Arc::new(self.initial(program, id)),
                }),
            }
        }
        self.shape = Arc::new(shape);
    }

    /// The initial content of a global, addresses filled in.
    fn initial(&self, program: &Program, id: GlobalId) -> Block {
        let global = &program.globals[id];
        let size = self.globals[id].size;
        if global.kind == GlobalKind::Extern {
            return indeterminate(size);
        }
        let mut bytes = global.init.clone();
        bytes.resize(size as usize, 0);
        let pointer = program.data_model().pointer_size() as usize;
        for relocation in &global.relocations {
            let addr = match relocation.target {
                RelocationTarget::Global(target) => self.globals[target].addr,
                RelocationTarget::Function(target) => self.function_address(target),
            };
            let value = addr.wrapping_add_signed(relocation.addend).to_le_bytes();
            let offset = relocation.offset as usize;
            if let Some(slot) = bytes.get_mut(offset..offset + pointer) {
                slot.copy_from_slice(&value[..pointer]);
            }
        }
        Block { bytes, lazy: Vec::new() }
    }
}

impl FrameLayout {
    fn new(function: &raddle_program::Function, limit: u64, red_zone: u64) -> FrameLayout {
        let mut layout = FrameLayout { align: 16, ..FrameLayout::default() };
        for (local, declared) in function.locals.enumerated() {
            match declared.storage {
                Storage::Register(_) => layout.offsets.push(0),
                Storage::Memory { size, align } => {
                    let offset = align_up(layout.size, align);
                    layout.align = layout.align.max(align.next_power_of_two());
                    // An oversized local has been reported; the sum must only not overflow.
                    layout.size = offset.saturating_add(size.max(1)).saturating_add(red_zone).min(1 << 62);
                    layout.offsets.push(offset);
                    let block = if size > limit { Block::default() } else { indeterminate(size) };
                    layout.objects.push(FrameObject { local, offset, size, block: Arc::new(block) });
                }
            }
        }
        layout.grows = function.edges().iter().any(|e| matches!(e.op, Op::StackAlloc { .. }));
        layout
    }
}
