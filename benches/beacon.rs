//! A beacon checked: its signature, and the digits of a roll. Run it with `cargo bench --bench beacon`.

use criterion::Criterion;
use custodian::dice::{Beacon, Round, Signature, digits};

const SIGNATURE: &str = "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39";

fn main() {
    let mut criterion = Criterion::default().configure_from_args().sample_size(50);
    let signature = Signature::read(SIGNATURE).expect("it is written in digits");
    criterion.bench_function("a genuine beacon", |bench| bench.iter(|| Beacon::verify(Round(1000), signature).expect("it is genuine")));
    criterion
        .bench_function("a beacon of another round", |bench| bench.iter(|| Beacon::verify(Round(1001), signature).expect_err("it is not")));
    let randomness = Beacon::verify(Round(1000), signature).expect("it is genuine").randomness().to_string();
    criterion.bench_function("sixteen digits", |bench| {
        bench.iter(|| digits(&randomness, "Zaphod", "5.2.1").take(16).map(u32::from).sum::<u32>())
    });
    criterion.final_summary();
}
