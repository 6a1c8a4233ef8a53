//! Our compression of board pictures beside that of `fdeflate`, `miniz_oxide`, `zlib-rs` and `libdeflate`: time and size,
//! as ratios to ours, over every study of every game in every theme.
//! `cargo bench -p turnpost-render --bench deflate`
//!
//! What is compressed are the very bytes that the renderer compresses, taken out of its files. The others may keep their
//! tables from picture to picture where their interface lets them; ours begins anew each time, as it does in a server.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use libdeflater::{CompressionLvl, Compressor};
use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib;
use turnpost_render::caption::{Caption, Seat};
use turnpost_render::showcase::STUDIES;
use turnpost_render::theme::Theme;
use turnpost_render::{Picture, Renderer};
use zlib_rs::{Deflate, DeflateFlush, Status};

use ours::deflate;

#[path = "../src"]
mod ours {
    pub mod deflate;
}

/// How often each picture is compressed in turn by all of them; the fastest counts.
const ROUNDS: usize = 5;

/// The bytes of a picture, and where in them repeats are likely.
struct Rows {
    bytes: Vec<u8>,
    strides: [usize; 4],
}

type Compress = Box<dyn FnMut(&Rows) -> Vec<u8>>;

/// One way to compress, and how it did.
struct Entrant {
    name: String,
    compress: Compress,
    time: Duration,
    size: usize,
}

fn main() {
    let pictures = pictures();
    let mut entrants = entrants();
    for rows in &pictures {
        let mut fastest = vec![Duration::MAX; entrants.len()];
        for round in 0..ROUNDS {
            for (entrant, fastest) in entrants.iter_mut().zip(&mut fastest) {
                let began = Instant::now();
                let stream = black_box((entrant.compress)(black_box(rows)));
                *fastest = began.elapsed().min(*fastest);
                if round == 0 {
                    assert!(decompress_to_vec_zlib(&stream).unwrap() == rows.bytes, "{} loses bytes", entrant.name);
                    entrant.size += stream.len();
                }
            }
        }
        entrants.iter_mut().zip(fastest).for_each(|(entrant, fastest)| entrant.time += fastest);
    }
    let count = pictures.len() as f64;
    let (time, size) = (entrants[0].time.as_secs_f64(), entrants[0].size as f64);
    println!("{} pictures; ours: {:.2} ms and {:.1} KB each", pictures.len(), 1e3 * time / count, size / 1e3 / count);
    println!("{:<16} {:>6} {:>6}", "", "time", "size");
    for entrant in &entrants {
        let (name, slower) = (&entrant.name, entrant.time.as_secs_f64() / time);
        println!("{name:<16} {slower:>6.2} {:>6.2}", entrant.size as f64 / size);
    }
}

/// Ours first; each of the others at some levels, from its fastest on.
fn entrants() -> Vec<Entrant> {
    let mut all = vec![
        entrant("ours".to_owned(), |rows| deflate::zlib(&rows.bytes, rows.strides)),
        entrant("fdeflate".to_owned(), |rows| fdeflate::compress_to_vec(&rows.bytes)),
    ];
    for level in [1, 3, 6] {
        all.push(entrant(format!("miniz_oxide {level}"), move |rows| compress_to_vec_zlib(&rows.bytes, level)));
    }
    for level in [1, 2, 4, 6] {
        let mut stream = Deflate::new(level, true, 15);
        all.push(entrant(format!("zlib-rs {level}"), move |rows| {
            stream.reset();
            let mut out = vec![0; zlib_rs::compress_bound(rows.bytes.len())];
            let status = stream.compress(&rows.bytes, &mut out, DeflateFlush::Finish).unwrap();
            assert_eq!(status, Status::StreamEnd);
            out.truncate(stream.total_out() as usize);
            out
        }));
    }
    for level in [1, 2, 4, 6, 9] {
        let mut compressor = Compressor::new(CompressionLvl::new(level).unwrap());
        all.push(entrant(format!("libdeflate {level}"), move |rows| {
            let mut out = vec![0; compressor.zlib_compress_bound(rows.bytes.len())];
            let length = compressor.zlib_compress(&rows.bytes, &mut out).unwrap();
            out.truncate(length);
            out
        }));
    }
    all
}

fn entrant(name: String, compress: impl FnMut(&Rows) -> Vec<u8> + 'static) -> Entrant {
    Entrant { name, compress: Box::new(compress), time: Duration::ZERO, size: 0 }
}

fn pictures() -> Vec<Rows> {
    let renderer = Renderer::new();
    let seat = |name: &str, remark: &str| Seat { name: name.to_owned(), remark: remark.to_owned() };
    let caption = Caption { white: seat("Anna", "6 d 4 h"), black: seat("Björn", "2 d 23 h") };
    let studies = STUDIES.iter().flat_map(|study| Theme::ALL.into_iter().map(move |theme| (study, theme)));
    let pictures = studies.map(|(study, theme)| Picture {
        theme,
        caption: Some(caption.clone()),
        ..Picture::new(study.scene().unwrap())
    });
    pictures.map(|picture| rows(&renderer.png(&picture).unwrap(), picture.size as usize)).collect()
}

/// What was compressed in a picture file. How far like squares are apart is found by trying: the stream must come out as
/// the renderer's.
fn rows(file: &[u8], wide: usize) -> Rows {
    let stream = data(file);
    let bytes = decompress_to_vec_zlib(&stream).unwrap();
    let strides = |cell: usize| [wide + 1, wide, wide + 2, 2 * cell];
    let cell = (30..200).find(|&cell| deflate::zlib(&bytes, strides(cell)) == stream);
    Rows { strides: strides(cell.expect("the renderer compresses like this")), bytes }
}

/// The contents of a PNG file's IDAT chunks.
fn data(file: &[u8]) -> Vec<u8> {
    let mut data = Vec::new();
    let mut rest = &file[8..];
    while let Some((length, chunk)) = rest.split_first_chunk::<4>() {
        let length = u32::from_be_bytes(*length) as usize;
        if chunk.starts_with(b"IDAT") {
            data.extend_from_slice(&chunk[4..4 + length]);
        }
        rest = &chunk[length + 8..];
    }
    data
}
