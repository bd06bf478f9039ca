//! Times and sizes as people write them: `90s`, `5min`, `1.5h`, `60` (seconds); `4GiB`, `4G`, `4096MiB`, `2GB`.

use std::time::Duration;

const TIMES: [(&str, f64); 6] = [("", 1.0), ("ms", 0.001), ("s", 1.0), ("min", 60.0), ("m", 60.0), ("h", 3600.0)];

const SIZES: [(&str, f64); 10] = [
    ("K", 1024.0),
    ("M", 1_048_576.0),
    ("G", 1_073_741_824.0),
    ("B", 1.0),
    ("KiB", 1024.0),
    ("MiB", 1_048_576.0),
    ("GiB", 1_073_741_824.0),
    ("KB", 1e3),
    ("MB", 1e6),
    ("GB", 1e9),
];

/// Reads a time span.
pub fn parse_time(text: &str) -> Result<Duration, String> {
    let seconds = scaled(text, &TIMES).filter(|s| *s > 0.0).ok_or_else(|| {
        "a time is a positive number, with a unit if it is not seconds: 60, 500ms, 90s, 5min, 1.5h".to_string()
    })?;
    Duration::try_from_secs_f64(seconds).map_err(|_| "that is too long".to_string())
}

/// Reads a number of bytes.
pub fn parse_size(text: &str) -> Result<u64, String> {
    scaled(text, &SIZES)
        .filter(|bytes| *bytes >= 1.0 && *bytes < 1e18)
        .map(|bytes| bytes as u64)
        .ok_or_else(|| "a size is a positive number with a unit: 4GiB, 4096MiB, 500MB".to_string())
}

fn scaled(text: &str, units: &[(&str, f64)]) -> Option<f64> {
    let text = text.trim();
    let split = text.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(text.len());
    let number: f64 = text[..split].parse().ok()?;
    let unit = text[split..].trim();
    let factor = units.iter().find(|(name, _)| name.eq_ignore_ascii_case(unit))?.1;
    Some(number * factor).filter(|n| n.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        let secs = |text| parse_time(text).map(|t| t.as_secs_f64());
        assert_eq!(secs("60s"), Ok(60.0));
        assert_eq!(secs("5min"), Ok(300.0));
        assert_eq!(secs("1.5h"), Ok(5400.0));
        assert_eq!(secs("250ms"), Ok(0.25));
        assert_eq!(secs("60"), Ok(60.0));
        for bad in ["", "0", "s", "-1s", "0s", "5 parsecs", "1.2.3s", "99999999999999999999h"] {
            assert!(secs(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn sizes() {
        assert_eq!(parse_size("4GiB"), Ok(4 << 30));
        assert_eq!(parse_size("4096MiB"), Ok(4 << 30));
        assert_eq!(parse_size("2GB"), Ok(2_000_000_000));
        assert_eq!(parse_size("4G"), Ok(4 << 30));
        for bad in ["", "4", "GiB", "4 elephants", "0GiB", "-4GiB"] {
            assert!(parse_size(bad).is_err(), "{bad}");
        }
    }
}
