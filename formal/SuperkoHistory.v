(** Superko from the middle of a game: what was before the root; and why symmetric images share no entry. *)

From Andor Require Import Game Board Trie Forcing Certificate Superko.
From Coq Require Import Lia.

(** ** What was before the root

    The rules less all moves that lead to the past: a certificate with a history is judged by these. *)
Section History.
Context {G : game}.
Variable same : position G -> position G -> bool.
Variable past : list (position G).

Definition moves_not_back (p : position G) : list (position G) :=
  filter (fun q => occurrences G same q past =? 0) (moves p).

Definition haunted : game := {|
  position := position G;
  to_move := to_move;
  moves := moves_not_back;
  result p := match result p, moves_not_back p with
              | Some o, _ => Some o
              | None, [] => Some (Wins (other (to_move p)))
              | None, _ :: _ => None
              end
|}.

Notation none := (fun _ _ : position G => false).

Definition before (x : with_past G) : with_past G := (fst x, snd x ++ past).

Lemma occurrences_app q l l' : occurrences G same q (l ++ l') = occurrences G same q l + occurrences G same q l'.
Proof. unfold occurrences. rewrite filter_app, app_length. reflexivity. Qed.

Lemma filter_filter {A} (f g : A -> bool) l : filter f (filter g l) = filter (fun x => g x && f x) l.
Proof.
  induction l as [|x l IH]; [reflexivity|]. simpl. destruct (g x); simpl; [|exact IH].
  destruct (f x); rewrite IH; reflexivity.
Qed.

Lemma haunted_moves p l :
  superko_moves G same none (p, l ++ past) = map before (superko_moves haunted same none (p, l)).
Proof.
  unfold superko_moves. cbn [fst snd moves haunted]. unfold moves_not_back.
  rewrite map_map, filter_filter. unfold before. cbn [fst snd].
  change (map (fun q => (q, p :: l ++ past))
      (filter (fun q => false || (occurrences G same q ((p :: l) ++ past) =? 0)) (moves p)) =
    map (fun q => (q, p :: l ++ past))
      (filter (fun q => (occurrences G same q past =? 0) && (false || (occurrences G same q (p :: l) =? 0))) (moves p))).
  f_equal. apply filter_ext. intros q. rewrite occurrences_app. simpl orb.
  destruct (occurrences G same q (p :: l)), (occurrences G same q past); reflexivity.
Qed.

Lemma haunted_winsb h : forall n x,
  winsb (G := superko haunted same none) h n x = true -> winsb (G := superko G same none) h n (before x) = true.
Proof.
  induction n as [|n IH]; intros [p l] H; unfold before, with_past in *;
  cbn [winsb position result to_move moves superko haunted fst snd] in *; unfold with_past in *;
  cbn [position haunted] in *;
  pose proof (haunted_moves p l) as Hm.
  - destruct (@result G p) as [o|]; [exact H|].
    rewrite Hm. destruct (moves_not_back p) as [|q m] eqn:Em.
    + assert (E : superko_moves haunted same none (p, l) = []).
      { unfold superko_moves. cbn [fst snd moves haunted]. rewrite Em. reflexivity. }
      rewrite E. exact H.
    + destruct (superko_moves haunted same none (p, l)); [exact H|discriminate].
  - destruct (@result G p) as [o|]; [exact H|].
    rewrite Hm. destruct (moves_not_back p) as [|q m] eqn:Em.
    + assert (E : superko_moves haunted same none (p, l) = []).
      { unfold superko_moves. cbn [fst snd moves haunted]. rewrite Em. reflexivity. }
      rewrite E. exact H.
    + destruct (superko_moves haunted same none (p, l)) as [|x rest]; [exact H|].
      cbn [map]. destruct (player_eqb (@to_move G p) h).
      * change (existsb (winsb (G := superko G same none) h n) (map before (x :: rest)) = true).
        apply existsb_exists in H. destruct H as [y [Hy Hw]].
        apply existsb_exists. exists (before y). split; [apply in_map; exact Hy|exact (IH y Hw)].
      * apply andb_true_iff in H. destruct H as [_ H]. rewrite forallb_forall in H.
        change (forallb (winsb (G := superko G same none) h n) (map before (x :: rest)) = true).
        apply forallb_forall. intros y Hy. apply in_map_iff in Hy. destruct Hy as [z [<- Hz]]. exact (IH z (H z Hz)).
Qed.

(** A tree with entries, judged by the haunted rules, is a win under superko from the given history. *)
Theorem accepted_tree_with_history key decode h T leaves root numbers :
  (forall p q, same p q = true <-> p = q) ->
  (forall p q, key p = key q -> p = q) ->
  every (win_entry (G := haunted) key decode h T leaves) [] T = true ->
  check_tree (G := haunted) same none h (is_proved (G := haunted) key h T leaves no_bound) (root, []) numbers = true ->
  exists n, forces_win (G := superko G same none) h n (root, past).
Proof.
  intros Hs Hk He H. eexists. apply winsb_forces.
  apply (haunted_winsb h _ (root, [])).
  eapply (accepted_tree_winsb (G := haunted)); eassumption.
Qed.

End History.

(** ** Why symmetric images share no entry under superko

    Two roads, 0 - 2 - 4 and 1 - 3 - 5, that are images of each other; Black is to move in 0 and 1, White in 2 and 3,
    and who arrives in 4 or 5 has lost to Black. If the game has come through 2, Black wins in 1 and has lost in 0. *)
Module Two_roads.

Inductive node := n0 | n1 | n2 | n3 | n4 | n5.

Definition node_eqb (a b : node) : bool :=
  match a, b with n0, n0 | n1, n1 | n2, n2 | n3, n3 | n4, n4 | n5, n5 => true | _, _ => false end.

Definition roads : game := {|
  position := node;
  to_move n := match n with n2 | n3 => White | _ => Black end;
  moves n := match n with n0 => [n2] | n1 => [n3] | n2 => [n4] | n3 => [n5] | _ => [] end;
  result n := match n with n4 | n5 => Some (Wins Black) | _ => None end
|}.

(** Images have the same key. *)
Definition road_key (n : node) : list cell :=
  match n with n0 | n1 => [empty] | n2 | n3 => [black] | n4 | n5 => [white] end.

Theorem images_are_the_same_game : respects (G := roads) road_key.
Proof.
  intros p q E. destruct p, q; try discriminate E; (split; [reflexivity|]; split; [reflexivity|]);
  intros p' H; simpl in H; try contradiction; destruct H as [<-|[]]; eexists; split; try (left; reflexivity); reflexivity.
Qed.

Definition K : game := superko roads node_eqb (fun _ _ => false).

Theorem but_not_under_superko :
  road_key n0 = road_key n1 /\
  forces_win (G := K) Black 2 (n1, [n2]) /\
  result (g := K) (n0, [n2]) = Some (Wins White).
Proof.
  split; [reflexivity|]. split; [|reflexivity].
  apply winsb_forces. reflexivity.
Qed.

End Two_roads.
