//! Layout of types: random structs and unions, with bit-fields and attributes of alignment, laid out by us and by the system's compiler, for
//! 32 and 64 bits. What the compiler says is read from the object file, so that nothing has to run.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use raddle_frontend::{Options, load_text};
use raddle_program::{DataModel, Field, Program, Record, Type};

/// Numbers that look random: SplitMix64.
struct Mixed(u64);

impl Mixed {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % bound
    }

    fn pick<'a>(&mut self, items: &[&'a str]) -> &'a str {
        items[self.below(items.len() as u64) as usize]
    }
}

const PLAIN: &[&str] =
    &["char", "_Bool", "short", "int", "unsigned", "long", "long long", "float", "double", "long double", "void *"];
/// Types of bit-fields with their bits.
const BITS: &[(&str, u64)] =
    &[("char", 8), ("_Bool", 1), ("unsigned short", 16), ("int", 32), ("unsigned", 32), ("unsigned long long", 64)];

/// A record with its members that can be asked for: names, and whether they are bit-fields.
struct Sample {
    tag: String,
    members: Vec<(String, bool)>,
}

/// Random records, the later ones with members of the types of the earlier ones.
fn samples(seed: u64, text: &mut String) -> Vec<Sample> {
    let mut random = Mixed(seed);
    let mut all: Vec<Sample> = Vec::new();
    for number in 0..24 {
        let keyword = if random.below(4) == 0 { "union" } else { "struct" };
        let tag = format!("{keyword} r{number}");
        let mut members = Vec::new();
        let _ = write!(text, "{tag} {{ ");
        for index in 0..1 + random.below(6) {
            let name = format!("m{index}");
            match random.below(10) {
                0..4 => {
                    let (ty, bits) = BITS[random.below(BITS.len() as u64) as usize];
                    match random.below(8) {
                        0 => {
                            let _ = write!(text, "{ty} : {}; ", random.below(bits + 1));
                            continue;
                        }
                        _ => {
                            let _ = write!(text, "{ty} {name} : {}; ", 1 + random.below(bits));
                        }
                    }
                    members.push((name, true));
                }
                4 if !all.is_empty() => {
                    let inner = &all[random.below(all.len() as u64) as usize].tag;
                    let _ = write!(text, "{inner} {name}; ");
                    members.push((name, false));
                }
                5 => {
                    let ty = random.pick(PLAIN);
                    let _ = write!(text, "{ty} {name}[{}]; ", 1 + random.below(3));
                    members.push((name, false));
                }
                6 => {
                    let align = 1 << random.below(6);
                    let ty = random.pick(PLAIN);
                    let _ = write!(text, "{ty} {name} __attribute__((aligned({align}))); ");
                    members.push((name, false));
                }
                _ => {
                    let ty = random.pick(PLAIN);
                    let _ = write!(text, "{ty} {name}; ");
                    members.push((name, false));
                }
            }
        }
        let attribute = match random.below(8) {
            0 => " __attribute__((packed))",
            1 => " __attribute__((aligned(32)))",
            _ => "",
        };
        if members.is_empty() {
            let _ = write!(text, "int m9; ");
            members.push(("m9".to_string(), false));
        }
        let _ = writeln!(text, "}}{attribute};");
        all.push(Sample { tag, members });
    }
    all
}

/// One section of what the compiler makes of a text.
fn section(text: &str, model: DataModel, name: &str, folder: &Path) -> Vec<u8> {
    let (source, object, raw) = (folder.join("layout.c"), folder.join("layout.o"), folder.join("layout.bin"));
    std::fs::write(&source, text).expect("the text can be written");
    let bits = match model {
        DataModel::Ilp32 => "-m32",
        DataModel::Lp64 => "-m64",
    };
    let run = |command: &mut Command| {
        let output = command.output().expect("the compiler and its tools are installed");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    run(Command::new("gcc").args([bits, "-w", "-c", "-o"]).arg(&object).arg(&source));
    let only = format!("--only-section={name}");
    run(Command::new("objcopy").args(["-O", "binary", &only]).arg(&object).arg(&raw));
    std::fs::read(&raw).expect("objcopy has written it")
}

fn record<'p>(program: &'p Program, tag: &str) -> &'p Record {
    let name = tag.split(' ').nth(1);
    program.types.records.iter().find(|r| r.tag.as_deref() == name).unwrap_or_else(|| panic!("no {tag}"))
}

fn field<'p>(record: &'p Record, name: &str) -> &'p Field {
    let fields = record.fields.as_ref().expect("the type is complete");
    fields.iter().find(|f| f.name.as_deref() == Some(name)).unwrap_or_else(|| panic!("no {name}"))
}

/// The lowest and the number of the bits that are set.
fn set_bits(bytes: &[u8]) -> (u64, u64) {
    let all: Vec<u64> =
        (0..8 * bytes.len() as u64).filter(|bit| bytes[(bit / 8) as usize] >> (bit % 8) & 1 == 1).collect();
    (all.first().copied().unwrap_or(0), all.len() as u64)
}

#[test]
fn records_lie_in_memory_as_the_compiler_lays_them_out() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let mut compared = 0;
    for (seed, model) in (0..6).flat_map(|seed| [(seed, DataModel::Ilp32), (seed, DataModel::Lp64)]) {
        let mut text = String::new();
        let samples = samples(seed, &mut text);
        let options = Options { data_model: model, ..Options::default() };
        let uses: String = samples.iter().map(|s| format!("{} u_{};\n", s.tag, s.tag.replace(' ', "_"))).collect();
        let ours = format!("{text}{uses}int main(void) {{ return 0; }}");
        let (program, _) = load_text("layout.c", &ours, &options).unwrap_or_else(|e| panic!("{:?}", e.diagnostics));
        let mut asked = text.clone();
        asked += "__attribute__((section(\"facts\"))) unsigned long long told[] = {\n";
        for Sample { tag, members } in &samples {
            let _ = write!(asked, "sizeof({tag}), _Alignof({tag}), ");
            for (name, _) in members.iter().filter(|(_, bits)| !bits) {
                let _ = write!(asked, "__builtin_offsetof({tag}, {name}), ");
            }
        }
        asked += "};\n";
        let facts = section(&asked, model, "facts", folder);
        let mut facts = facts.chunks(8).map(|c| u64::from_le_bytes(c.try_into().expect("eight bytes")));
        for Sample { tag, members } in &samples {
            let ours = record(&program, tag);
            let theirs = (facts.next().expect("a size"), facts.next().expect("an alignment"));
            assert_eq!((ours.size, ours.align), theirs, "{model:?} {tag} of\n{text}");
            for (name, _) in members.iter().filter(|(_, bits)| !bits) {
                assert_eq!(Some(field(ours, name).offset), facts.next(), "{model:?} {tag} {name} of\n{text}");
                compared += 1;
            }
        }
        // Where bit-fields lie is seen by setting them.
        let mut set = text.clone();
        for (index, (sample, name)) in bit_fields(&samples).enumerate() {
            let _ = writeln!(
                set,
                "__attribute__((section(\"bits\"), aligned(1))) struct {{ {0} v; }} __attribute__((packed)) b{index} = {{ {{ .{name} = -1 }} }};",
                sample.tag
            );
        }
        let bytes = section(&set, model, "bits", folder);
        let mut at = 0;
        for (sample, name) in bit_fields(&samples) {
            let ours = record(&program, &sample.tag);
            let bits = field(ours, name).bits.expect("it is a bit-field");
            let theirs = set_bits(&bytes[at..at + ours.size as usize]);
            let (start, width) = (bits.start, u64::from(bits.width));
            assert_eq!((start, width), theirs, "{model:?} {} {name} of\n{text}", sample.tag);
            at += ours.size as usize;
            compared += 1;
        }
    }
    assert!(compared > 500, "{compared}");
}

fn bit_fields(samples: &[Sample]) -> impl Iterator<Item = (&Sample, &str)> {
    let of = |sample: &Sample| sample.members.len();
    debug_assert!(samples.iter().all(|s| of(s) > 0));
    samples.iter().flat_map(|s| s.members.iter().filter(|(_, bits)| *bits).map(move |(name, _)| (s, &**name)))
}

#[test]
fn scalars_have_the_compilers_sizes() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("scalars");
    std::fs::create_dir_all(&folder).expect("a folder");
    for model in [DataModel::Ilp32, DataModel::Lp64] {
        let mut types: Vec<&str> =
            PLAIN.iter().copied().chain(["signed char", "unsigned long", "int (*)(int)"]).collect();
        types.extend(["enum small", "enum large", "__float128", "char[3][5]"]);
        if model == DataModel::Lp64 {
            types.push("__int128");
        }
        let names = "enum small { A }; enum large { B = 0x7fffffffffLL };\n";
        let declared = |ty: &str, name: &str| match ty {
            "int (*)(int)" => format!("int (*{name})(int);"),
            "char[3][5]" => format!("char {name}[3][5];"),
            _ => format!("{ty} {name};"),
        };
        let mut ours = names.to_string();
        let mut asked = format!("{names}__attribute__((section(\"facts\"))) unsigned long long told[] = {{ ");
        for (index, ty) in types.iter().enumerate() {
            let _ = writeln!(ours, "struct s{index} {{ {} }} v{index};", declared(ty, "m"));
            let _ = write!(asked, "sizeof({ty}), ");
        }
        ours += "int main(void) { return 0; }";
        asked += "};";
        let options = Options { data_model: model, ..Options::default() };
        let (program, _) = load_text("scalars.c", &ours, &options).unwrap_or_else(|e| panic!("{:?}", e.diagnostics));
        let facts = section(&asked, model, "facts", &folder);
        for (index, fact) in facts.chunks(8).enumerate() {
            let fact = u64::from_le_bytes(fact.try_into().expect("eight bytes"));
            let ty = field(record(&program, &format!("struct s{index}")), "m").ty.ty;
            assert_eq!(program.types.size(ty), Some(fact), "{model:?} {}", types[index]);
            if let Some(scalar) = program.types.scalar(ty) {
                assert!(scalar.size() <= fact, "{model:?} {}", types[index]);
                let is_long_double = types[index] == "long double";
                assert!(scalar.size() == fact || is_long_double, "{model:?} {}", types[index]);
            } else {
                assert!(matches!(program.types.get(ty), Type::Array(..)), "{}", types[index]);
            }
        }
    }
}
