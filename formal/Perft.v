(** The rules count the lines of play that others have counted (testdata/perft). *)

From Andor Require Import Game Board Breakthrough Loa Surakarta.
From Coq Require Import FMapPositive.

(** Lines of so many moves; a game that has ended has no continuation. *)
Fixpoint perft {G : game} (depth : nat) (p : position G) : N :=
  match depth with
  | 0 => 1%N
  | S depth' =>
    match result p with
    | Some _ => 0%N
    | None => fold_left (fun sum q => (sum + perft depth' q)%N) (moves p) 0%N
    end
  end.

Definition position_of (rules : men_rules) (k : list cell) : place :=
  match decode rules k with Some p => p | None => (Black, PositiveMap.empty _) end.

Definition counts (rules : men_rules) (k : list cell) (depth : nat) : list N :=
  map (fun d => perft (G := men_game rules) d (position_of rules k)) (seq 1 depth).

Local Open Scope N_scope.

Definition bt_counts columns rows := counts (bt_rules (breakthrough_on columns rows)) (breakthrough_start columns rows).
Definition loa_counts size := counts (loa_rules (loa_on size) false false) (loa_start size).
Definition sk_counts := counts (sk_rules surakarta_on) surakarta_start.

Example breakthrough_2x4 : bt_counts 2 4 13 = [2; 6; 20; 50; 128; 220; 398; 578; 732; 644; 210; 36; 0].
Proof. vm_compute. reflexivity. Qed.
Example breakthrough_3x4 : bt_counts 3 4 6 = [4; 20; 112; 500; 2422; 9526].
Proof. vm_compute. reflexivity. Qed.
Example breakthrough_4x5 : bt_counts 4 5 4 = [10; 90; 848; 7794].
Proof. vm_compute. reflexivity. Qed.
Example breakthrough_5x5 : bt_counts 5 5 4 = [13; 156; 1924; 23084].
Proof. vm_compute. reflexivity. Qed.
Example breakthrough_8x8 : bt_counts 8 8 3 = [22; 484; 11132].
Proof. vm_compute. reflexivity. Qed.

Example loa_3x3 : loa_counts 3 8 = [4; 16; 40; 108; 132; 208; 428; 976].
Proof. vm_compute. reflexivity. Qed.
Example loa_4x4 : loa_counts 4 4 = [12; 120; 1012; 7460].
Proof. vm_compute. reflexivity. Qed.
Example loa_5x5 : loa_counts 5 3 = [18; 280; 4164].
Proof. vm_compute. reflexivity. Qed.
Example loa_6x6 : loa_counts 6 3 = [24; 524; 11440].
Proof. vm_compute. reflexivity. Qed.
Example loa_8x8 : loa_counts 8 2 = [36; 1244].
Proof. vm_compute. reflexivity. Qed.

Example surakarta_6x6 : sk_counts 3 = [16; 256; 5382].
Proof. vm_compute. reflexivity. Qed.

(** Positions with a side that is stuck: it passes, or has lost; and endings. *)
Definition stuck_cells (side : cell) : list cell :=
  side :: [black; empty; black; empty; empty; empty; empty; white; black; empty; black; empty; empty; white; empty; empty].

Example loa_stuck : counts (loa_rules (loa_on 4) false false) (stuck_cells black) 5 = [1; 6; 10; 36; 212].
Proof. vm_compute. reflexivity. Qed.
Example loa_stuck_loses : counts (loa_rules (loa_on 4) false true) (stuck_cells white) 6 = [6; 10; 36; 212; 978; 5948].
Proof. vm_compute. reflexivity. Qed.

Definition shut_in : list cell :=
  white :: [white; black] ++ repeat empty 4 ++ [black; black] ++ repeat empty 27 ++ [black].

Example surakarta_shut_in : counts (sk_rules surakarta_on) shut_in 5 = [1; 12; 12; 181; 713].
Proof. vm_compute. reflexivity. Qed.
