(** Extraction to OCaml. What is trusted beside Coq's extraction itself: that OCaml's bool, option, list, pairs, unit
    and sumbool are those of Coq (ExtrOcamlBasic). Numbers are not replaced: they are Coq's own. *)

From Andor Require Import Game Board Games Trie Certificate Limited Verify.
From Coq Require Import Extraction ExtrOcamlBasic.

Set Extraction KeepSingleton.
Extraction "build/checker.ml"
  verify verify_limited code insert count.
