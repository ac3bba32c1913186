//! Certificates that rest on tables (finding H5 of the audit): a table is what its SHA-256 says, and a
//! file that knows only a checksum says so.

use crate::graph::Graph;
use crate::heap::{Heap, Position};
use andor_certify::{
    Certificate, CertificateError, Heading, SectionBuilder, TableIdentity, TableName, Tables,
    fnv1a, sha256, to_hex, verify_with, write_certificate,
};
use andor_core::{Claim, Limits, Outcome, Player, ProofSink, Repetition, Rules, Silent, Superko};

/// The checksum of the honest table, which a forger can give to any other.
const CHECKSUM: &str = "fa57881cf03142a8";

/// A table of all heaps: right, or the other way round.
struct Heaps {
    honest: bool,
}

impl Heaps {
    fn identity(&self) -> TableIdentity {
        let content: &[u8] = if self.honest { b"right" } else { b"wrong" };
        TableIdentity { checksum: CHECKSUM.to_owned(), sha256: to_hex(&sha256(content)) }
    }

    fn name(&self) -> TableName {
        let TableIdentity { checksum, sha256 } = self.identity();
        TableName {
            file: "heap.table".into(),
            game: "heap:8".into(),
            pieces: 8,
            zone_rows: None,
            checksum,
            sha256: Some(sha256),
        }
    }
}

impl Tables<Heap> for Heaps {
    fn outcome(&self, rules: &Heap, position: &Position) -> Option<Outcome> {
        let text = rules.position_text(position);
        let left: u32 = text.split(' ').next().unwrap().parse().unwrap();
        let side = rules.side_to_move(position);
        let wins = left.is_multiple_of(4) != self.honest;
        Some(Outcome::Win(if wins { side } else { side.other() }))
    }

    fn identities(&self) -> Vec<TableIdentity> {
        vec![self.identity()]
    }
}

/// A claim about a heap that rests on a table alone.
fn resting(claim: Claim, tables: Vec<TableName>) -> Vec<u8> {
    let rules = Heap(8);
    let section = SectionBuilder::without_leaves(claim, rules.encoded_len());
    let heading = Heading { tables, ..Heading::of(&rules, &rules.initial()) };
    let mut bytes = Vec::new();
    write_certificate(&mut bytes, &heading, &[section.finish().unwrap()]).unwrap();
    bytes
}

fn judge(file: &[u8], tables: &Heaps) -> Result<(), CertificateError> {
    let certificate = Certificate::from_bytes(file.to_vec())?;
    let limits = Limits::default();
    verify_with(&Heap(8), &certificate, Some(tables), 1, &limits, &mut Silent).map(drop)
}

/// The same file as version 4 has it: with the name of the digest changed it is an unknown field.
fn as_version_4(mut file: Vec<u8>) -> Vec<u8> {
    let length = u32::from_le_bytes(file[12..16].try_into().unwrap()) as usize;
    let text = String::from_utf8(file[24..24 + length].to_vec()).unwrap();
    let text = text.replace("\"format\":5", "\"format\":4").replace("\"sha256\"", "\"sha25x\"");
    assert_eq!(text.len(), length);
    file[8] = 4;
    let prelude = fnv1a(&file[..16]);
    file[16..24].copy_from_slice(&prelude.to_le_bytes());
    file[24..24 + length].copy_from_slice(text.as_bytes());
    file[24 + length..32 + length].copy_from_slice(&fnv1a(text.as_bytes()).to_le_bytes());
    file
}

#[test]
fn a_table_with_a_forged_checksum_is_another_table() {
    let (honest, evil) = (Heaps { honest: true }, Heaps { honest: false });
    assert_eq!(honest.identity().checksum, evil.identity().checksum);
    // Whoever is to move with a multiple of four loses; the evil table says the opposite.
    let truth = resting(Claim::Wins(Player::Black), vec![honest.name()]);
    let lie = resting(Claim::Wins(Player::White), vec![honest.name()]);
    judge(&truth, &honest).unwrap();
    assert!(matches!(judge(&lie, &honest).unwrap_err(), CertificateError::Failed(_)));
    for file in [&truth, &lie] {
        let error = judge(file, &evil).unwrap_err();
        let text = error.to_string();
        assert!(matches!(error, CertificateError::Refused(_)) && !text.contains('\n'), "{text}");
        assert!(text.contains(&honest.identity().sha256), "{text}");
        assert!(text.contains(&evil.identity().sha256), "{text}");
    }
    assert!(Certificate::from_bytes(truth).unwrap().caveats(&Heap(8)).is_empty());
}

#[test]
fn a_file_of_version_4_says_what_it_cannot_promise() {
    let (honest, evil) = (Heaps { honest: true }, Heaps { honest: false });
    let lie = as_version_4(resting(Claim::Wins(Player::White), vec![honest.name()]));
    let certificate = Certificate::from_bytes(lie.clone()).unwrap();
    assert_eq!((certificate.format(), &certificate.tables()[0].sha256), (4, &None));
    assert!(certificate.caveats(&Heap(8))[0].contains("which can be forged"));
    assert!(certificate.tables()[0].to_string().contains(CHECKSUM));
    // It names the table by its checksum, and the evil one has the same.
    judge(&lie, &evil).unwrap();
    assert!(judge(&lie, &honest).is_err());
}

#[test]
fn names_without_a_digest_are_not_written_and_not_read() {
    let honest = Heaps { honest: true };
    let nameless = TableName { sha256: None, ..honest.name() };
    let rules = Heap(8);
    let section = SectionBuilder::without_leaves(Claim::Wins(Player::Black), 5).finish().unwrap();
    let heading = Heading { tables: vec![nameless], ..Heading::of(&rules, &rules.initial()) };
    let error = write_certificate(&mut Vec::new(), &heading, &[section]).unwrap_err();
    assert!(error.to_string().contains("has no sha256"), "{error}");
    for digest in ["", "12", "zz"] {
        let name = TableName { sha256: Some(digest.repeat(32)), ..honest.name() };
        let judged = judge(&resting(Claim::Wins(Player::Black), vec![name]), &honest);
        match digest {
            "12" => assert!(matches!(judged.unwrap_err(), CertificateError::Refused(_))),
            _ => assert!(matches!(judged.unwrap_err(), CertificateError::Damaged { .. })),
        }
    }
}

#[test]
fn tables_know_no_superko() {
    let mut rules = Graph::random(1, 7);
    rules.repetition = Repetition::Superko(Superko::Situational);
    let mut section = SectionBuilder::without_leaves(Claim::Wins(Player::White), 2);
    section.strategy(&[]).unwrap();
    let tables = vec![Heaps { honest: true }.name()];
    let heading = Heading { tables, ..Heading::of(&rules, &rules.initial()) };
    let mut bytes = Vec::new();
    write_certificate(&mut bytes, &heading, &[section.finish().unwrap()]).unwrap();
    let certificate = Certificate::from_bytes(bytes).unwrap();
    let error = andor_certify::verify(&rules, &certificate, 1, &mut Silent).unwrap_err();
    assert!(error.to_string().contains("which know no superko"), "{error}");
}
