(** Keys of positions with a limit of plies: the number of plies that are left, then the key of the position. *)

From Andor Require Import Game Board Trie Certificate.

(** A number as cells, so that none is the beginning of another. *)
Fixpoint code_positive (n : positive) : list cell :=
  match n with
  | xH => [empty]
  | xO n' => white :: code_positive n'
  | xI n' => black :: code_positive n'
  end.

Definition code (n : N) : list cell := code_positive (N.succ_pos n).

Lemma code_positive_app : forall n m k l,
  code_positive n ++ k = code_positive m ++ l -> n = m /\ k = l.
Proof.
  induction n as [n IH|n IH|]; intros [m|m|] k l E; simpl in E; try discriminate E;
  injection E as E; try (destruct (IH m k l E) as [-> ->]); auto.
Qed.

Lemma code_app n m k l : code n ++ k = code m ++ l -> n = m /\ k = l.
Proof.
  intros E. apply code_positive_app in E. destruct E as [E ->]. split; [|reflexivity].
  rewrite <- (N.pos_pred_succ n), <- (N.pos_pred_succ m), E. reflexivity.
Qed.

(** The number at the beginning, and what is behind it. *)
Fixpoint read_code (k : list cell) : option (positive * list cell) :=
  match k with
  | [] => None
  | empty :: rest => Some (xH, rest)
  | c :: rest =>
    match read_code rest with
    | Some (n, rest') => Some (match c with white => xO n | _ => xI n end, rest')
    | None => None
    end
  end.

Section Limited.
Context {G : game}.
Variable key : position G -> list cell.
Variable decode : list cell -> option (position G).

Definition limited_key (x : position (limited G)) : list cell := code (snd x) ++ key (fst x).

(** No entry has more plies left than the limit. *)
Definition limited_decode (limit : N) (k : list cell) : option (position (limited G)) :=
  match read_code k with
  | Some (n, rest) =>
    if (Pos.pred_N n <=? limit)%N then
      match decode rest with Some p => Some (p, Pos.pred_N n) | None => None end
    else None
  | None => None
  end.

Lemma limited_respects : respects key -> respects (G := limited G) limited_key.
Proof.
  intros Hk [p n] [q m] E. apply code_app in E. cbn [fst snd] in E. destruct E as [-> E].
  destruct (Hk p q E) as [Ht [Hr Hm]]. cbn [to_move result moves limited fst snd].
  split; [exact Ht|]. split; [rewrite Hr; reflexivity|].
  intros x Hx. apply in_map_iff in Hx. destruct Hx as [p' [<- Hp]].
  destruct (Hm p' Hp) as [q' [Hq E']].
  exists (q', N.pred m). split; [apply (in_map (fun q => (q, N.pred m))); exact Hq|].
  unfold limited_key. cbn [fst snd]. rewrite E'. reflexivity.
Qed.

End Limited.
