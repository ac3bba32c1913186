(** Extraction to OCaml. What is trusted beside Coq's extraction itself: that OCaml's bool, option, list, pairs, unit
    and sumbool are those of Coq (ExtrOcamlBasic). Numbers are not replaced: they are Coq's own. *)

From Andor Require Import Game Trie Board Certificate Breakthrough Loa Surakarta Verify.
From Coq Require Import Extraction ExtrOcamlBasic.

Set Extraction KeepSingleton.
Extraction "build/checker.ml"
  accepts plies_of insert count decode
  bt_rules breakthrough_on breakthrough_start
  loa_rules loa_on loa_start
  sk_rules surakarta_on surakarta_start
  images_of_board perft.
