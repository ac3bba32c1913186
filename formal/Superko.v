(** Superko: what is legal depends on the path, so a certificate has a tree of paths, which may end where a set of
    ranked entries takes over.

    Two theorems: a tree alone proves a win under any form of superko, from any history; and entries may take over where
    the situation of a position is the position itself and no move is exempt (docs/inside/certificates.md, rules 5 and
    6). A counterexample shows that symmetric images must not share an entry. *)

From Andor Require Import Game Board Trie Forcing Certificate.
From Coq Require Import Lia.

(** ** Moves under superko *)
Section Moves.
Context {G : game}.
Variables same exempt : position G -> position G -> bool.
Variable h : player.

Notation K := (superko G same exempt).

Definition is_legal (past : list (position G)) (p q : position G) : bool :=
  exempt p q || (occurrences G same q past =? 0).

Lemma in_superko_moves p past y :
  In y (superko_moves G same exempt (p, past)) <->
  exists q, In q (moves p) /\ is_legal (p :: past) p q = true /\ y = (q, p :: past).
Proof.
  unfold superko_moves. cbn [fst snd]. rewrite in_map_iff. split.
  - intros [q [E Hq]]. apply filter_In in Hq. destruct Hq as [H1 H2]. eauto.
  - intros [q [H1 [H2 E]]]. exists q. split; [auto|]. apply filter_In. auto.
Qed.

Lemma superko_mine p past n q :
  result p = None -> to_move p = h -> In q (moves p) -> is_legal (p :: past) p q = true ->
  winsb (G := K) h n (q, p :: past) = true -> winsb (G := K) h (S n) (p, past) = true.
Proof.
  intros Hr Ht Hq Hl Hw.
  assert (Hin : In (q, p :: past) (superko_moves G same exempt (p, past))) by (apply in_superko_moves; eauto).
  simpl. rewrite Hr, Ht. destruct (superko_moves G same exempt (p, past)) eqn:E; [contradiction|].
  replace (player_eqb h h) with true by (destruct h; reflexivity).
  change (existsb (winsb (G := K) h n) (w :: l) = true). apply existsb_exists. exists (q, p :: past). auto.
Qed.

Lemma superko_theirs q past n :
  result q = None -> to_move q = other h ->
  (forall y, In y (superko_moves G same exempt (q, past)) -> winsb (G := K) h n y = true) ->
  winsb (G := K) h (S n) (q, past) = true.
Proof.
  intros Hr Ht Hall. simpl. rewrite Hr.
  destruct (superko_moves G same exempt (q, past)) as [|w l] eqn:E.
  - rewrite Ht. simpl. destruct h; reflexivity.
  - rewrite Ht. replace (player_eqb (other h) h) with false by (destruct h; reflexivity).
    change (negb (is_nil (w :: l)) && forallb (winsb (G := K) h n) (w :: l) = true).
    rewrite andb_true_iff. split; [reflexivity|]. apply forallb_forall. exact Hall.
Qed.

Lemma superko_over p past n o : result p = Some o -> is_win h o = true -> winsb (G := K) h n (p, past) = true.
Proof. intros Hr Hw. destruct n; simpl; rewrite Hr; exact Hw. Qed.

End Moves.

(** ** The checker of trees *)
Section Tree.
Context {G : game}.
Variables same exempt : position G -> position G -> bool.
Variable h : player.
(** Where the entries take over. *)
Variable takes_over : position G -> bool.

Notation K := (superko G same exempt).

(** The answers to a list of replies, one after the other: [next] reads the one for a position. *)
Fixpoint answers (next : with_past G -> list N -> option (list N))
    (replies : list (with_past G)) (numbers : list N) : option (list N) :=
  match replies with
  | [] => Some numbers
  | r :: replies' =>
    match result (fst r) with
    | Some o => if is_win h o then answers next replies' numbers else None
    | None =>
      if player_eqb (to_move (fst r)) h then
        match next r numbers with
        | Some rest => answers next replies' rest
        | None => None
        end
      else None
    end
  end.

(** A position with the holder to move, on its path: 0 where the entries take over, 1 + the number of the move
    elsewhere. Gives back the numbers that are left. *)
Fixpoint read_tree (fuel : nat) (x : with_past G) (numbers : list N) : option (list N) :=
  match fuel, numbers with
  | S fuel', n :: rest =>
    if takes_over (fst x) then if (n =? 0)%N then Some rest else None
    else if (n =? 0)%N then None
    else
      match numbered (N.pred n) (moves (fst x)) with
      | None => None
      | Some q =>
        if is_legal same exempt (fst x :: snd x) (fst x) q then
          match result q with
          | Some o => if is_win h o then Some rest else None
          | None =>
            if player_eqb (to_move q) (other h)
            then answers (read_tree fuel') (superko_moves G same exempt (q, fst x :: snd x)) rest
            else None
          end
        else None
      end
  | _, _ => None
  end.

Definition check_tree (root : with_past G) (numbers : list N) : bool :=
  let fuel := S (length numbers) in
  match result (fst root) with
  | Some _ => false
  | None =>
    match (if player_eqb (to_move (fst root)) h then read_tree fuel root numbers
           else answers (read_tree fuel) (superko_moves G same exempt root) numbers) with
    | Some [] => true
    | _ => false
    end
  end.

(** ** What is read is won *)

(** What is known of the paths that the tree plays, and that it is enough where the entries take over. *)
Variable good : with_past G -> Prop.
Hypothesis good_next : forall p past q r,
  good (p, past) -> result p = None -> (to_move p = h -> takes_over p = false) ->
  In q (moves p) -> result q = None -> to_move q = other h -> In r (moves q) -> good (r, q :: p :: past).
Variable most : nat.
Hypothesis taken_over : forall x, takes_over (fst x) = true -> result (fst x) = None -> to_move (fst x) = h ->
  good x -> winsb (G := K) h most x = true.

Lemma answers_won next n : forall replies numbers rest,
  (forall r m m', In r replies -> result (fst r) = None -> to_move (fst r) = h -> next r m = Some m' ->
    winsb (G := K) h n r = true) ->
  answers next replies numbers = Some rest ->
  forall r, In r replies -> winsb (G := K) h n r = true.
Proof.
  induction replies as [|r replies IH]; intros numbers rest Hn H x Hx; [contradiction|].
  simpl in H.
  assert (Hn' : forall r0 m m', In r0 replies -> result (fst r0) = None -> to_move (fst r0) = h ->
    next r0 m = Some m' -> winsb (G := K) h n r0 = true).
  { intros r0 m m' Hr0. apply Hn. right. exact Hr0. }
  destruct (result (fst r)) as [o|] eqn:Er.
  - destruct (is_win h o) eqn:Eo; [|discriminate].
    destruct Hx as [<-|Hx]; [|eauto].
    destruct r as [p past]. eapply superko_over; eauto.
  - destruct (player_eqb (to_move (fst r)) h) eqn:Et; [|discriminate].
    apply player_eqb_iff in Et.
    destruct (next r numbers) as [m|] eqn:Em; [|discriminate].
    destruct Hx as [<-|Hx]; [|eauto].
    eapply Hn; eauto. left. reflexivity.
Qed.

Lemma read_tree_won : forall fuel x numbers rest,
  result (fst x) = None -> to_move (fst x) = h -> good x ->
  read_tree fuel x numbers = Some rest -> winsb (G := K) h (2 * fuel + most) x = true.
Proof.
  induction fuel as [|fuel IH]; intros [p past] numbers rest Hr Ht Hp H; [discriminate|].
  cbn [fst snd] in *. simpl in H. destruct numbers as [|n numbers]; [discriminate|].
  destruct (takes_over p) eqn:Eo.
  - eapply winsb_more; [|apply taken_over; auto]. lia.
  - destruct (n =? 0)%N; [discriminate|].
    destruct (numbered (N.pred n) (moves p)) as [q|] eqn:Eq; [|discriminate].
    apply numbered_in in Eq.
    destruct (is_legal same exempt (p :: past) p q) eqn:El; [|discriminate].
    replace (2 * S fuel + most) with (S (S (2 * fuel + most))) by lia.
    apply (superko_mine same exempt h p past _ q); auto.
    destruct (result q) as [o|] eqn:Erq.
    + destruct (is_win h o) eqn:Ew; [|discriminate]. eapply superko_over; eauto.
    + destruct (player_eqb (to_move q) (other h)) eqn:Etq; [|discriminate].
      apply player_eqb_iff in Etq.
      apply superko_theirs; auto. intros y Hy.
      eapply answers_won; [|exact H|exact Hy].
      intros r m m' Hin Hrr Htr Hm. eapply IH; eauto.
      apply in_superko_moves in Hin. destruct Hin as [z [Hz [_ ->]]]. eapply good_next; eauto.
Qed.

Lemma check_tree_won root past numbers :
  good (root, past) ->
  (forall r, result root = None -> to_move root = other h -> In r (moves root) -> good (r, root :: past)) ->
  check_tree (root, past) numbers = true -> winsb (G := K) h (2 * S (length numbers) + most + 1) (root, past) = true.
Proof.
  intros Hg Hg' H. unfold check_tree in H. cbn [fst snd] in H.
  destruct (result root) eqn:Er; [discriminate|].
  destruct (player_eqb (to_move root) h) eqn:Et.
  - destruct (read_tree _ (root, past) numbers) as [rest|] eqn:E; [|discriminate].
    apply player_eqb_iff in Et.
    eapply winsb_more; [|eapply read_tree_won; eauto]. lia.
  - destruct (answers _ _ numbers) as [rest|] eqn:E; [|discriminate].
    assert (Et' : to_move root = other h).
    { apply player_eqb_false in Et. destruct (to_move root), h; simpl in *; congruence. }
    rewrite Nat.add_1_r. apply superko_theirs; auto. intros y Hy.
    eapply answers_won; [|exact E|exact Hy].
    intros r m m' Hin Hrr Htr Hm. eapply read_tree_won; eauto.
    apply in_superko_moves in Hin. destruct Hin as [z [Hz [_ ->]]]. auto.
Qed.

End Tree.

(** ** A tree alone, under any form of superko *)

(** From any history: [past] has the positions before the root, the last one first. *)
Theorem accepted_tree {G : game} same exempt h (root : position G) past numbers :
  check_tree same exempt h (fun _ => false) (root, past) numbers = true ->
  exists n, forces_win (G := superko G same exempt) h n (root, past).
Proof.
  intros H. eexists. apply winsb_forces.
  eapply (check_tree_won same exempt h (fun _ => false) (fun _ => True)); try exact H; auto.
  discriminate.
  Unshelve. exact 0.
Qed.

(** ** Entries that take over

    Here the situation is the position itself: [same] is equality, nothing is exempt, and keys tell positions
    apart. *)
Section Entries.
Context {G : game}.

(** Each of [d :: l] is in relation with the one before it: the last one comes first. *)
Fixpoint linked (R : position G -> position G -> Prop) (d : position G) (l : list (position G)) : Prop :=
  match l with [] => True | y :: l' => R d y /\ linked R y l' end.

Lemma linked_weaken (R R' : position G -> position G -> Prop) : (forall d y, R d y -> R' d y) ->
  forall l d, linked R d l -> linked R' d l.
Proof. intros H. induction l as [|y l IH]; simpl; [auto|]. intros d [H1 H2]. auto. Qed.

Lemma linked_in R : forall l d y, linked R d l -> In y l -> exists d', R d' y.
Proof.
  induction l as [|z l IH]; simpl; intros d y H Hy; [contradiction|].
  destruct H as [H1 H2]. destruct Hy as [->|Hy]; [eauto|eauto].
Qed.


Variable same : position G -> position G -> bool.
Hypothesis same_is_equality : forall p q, same p q = true <-> p = q.
Variable key : position G -> list cell.
Hypothesis key_is_injective : forall p q, key p = key q -> p = q.
Variable decode : list cell -> option (position G).
Variable h : player.
Variable T : trie entry.
Variable leaves : bool.

Notation none := (fun _ _ : position G => false).
Notation K := (superko G same none).
Notation proved := (is_proved key h T leaves).

Lemma is_legal_iff past p q : is_legal same none past p q = true <-> ~ In q past.
Proof.
  unfold is_legal, occurrences. simpl. rewrite Nat.eqb_eq.
  induction past as [|x past IH]; simpl; [tauto|].
  destruct (same q x) eqn:E.
  - apply same_is_equality in E. subst. split; [discriminate|]. intros H. exfalso. apply H. left. reflexivity.
  - rewrite IH. split; [|tauto]. intros H [->|Hx]; [|auto].
    assert (same q q = true) by (apply same_is_equality; reflexivity). congruence.
Qed.

(** The rank that counts: a position that is won at once is of rank 1, whatever its entry says. *)
Definition value (p : position G) : N :=
  if leaves && wins_at_once h p then 1%N
  else match lookup (key p) T with Some e => rank e | None => 1%N end.

Hypothesis entries_ok : every (win_entry key decode h T leaves) [] T = true.

Lemma entry_ok p e : lookup (key p) T = Some e ->
  (1 <= rank e)%N /\
  exists q, In q (moves p) /\
  match result q with Some o => is_win h o = true | None => is_answered key h T leaves (rank e) q = true end.
Proof.
  intros El. pose proof (every_lookup _ _ _ _ _ entries_ok El) as He. simpl in He. unfold win_entry in He.
  destruct (decode (key p)) as [p0|]; [|discriminate].
  apply andb_true_iff in He. destruct He as [He Hm].
  apply andb_true_iff in He. destruct He as [He H1].
  apply andb_true_iff in He. destruct He as [_ Hk].
  apply cells_eqb_iff in Hk. apply key_is_injective in Hk. subst p0. apply N.leb_le in H1.
  split; [exact H1|]. destruct (result p); [discriminate|].
  destruct (numbered (move_number e) (moves p)) as [q|] eqn:Eq; [|discriminate].
  apply numbered_in in Eq. exists q. split; [exact Eq|]. destruct (result q); exact Hm.
Qed.

Lemma value_positive p : (1 <= value p)%N.
Proof.
  unfold value. destruct (leaves && wins_at_once h p); [lia|].
  destruct (lookup (key p) T) as [e|] eqn:E; [apply (entry_ok p e E)|lia].
Qed.

Lemma proved_value bound p : proved bound p = true -> (value p < bound)%N.
Proof.
  unfold is_proved, value. intros H. apply andb_true_iff in H. destruct H as [_ H].
  destruct (lookup (key p) T) as [e|] eqn:El.
  - destruct (entry_ok p e El) as [H1 _].
    apply orb_true_iff in H. destruct H as [H|H].
    + apply N.ltb_lt in H. destruct (leaves && wins_at_once h p); lia.
    + rewrite !andb_true_iff in H. destruct H as [[Hb Hl] Ho]. apply N.ltb_lt in Hb.
      rewrite Hl, Ho. simpl. exact Hb.
  - rewrite !andb_true_iff in H. destruct H as [[Hb _] _]. apply N.ltb_lt in Hb.
    destruct (leaves && wins_at_once h p); exact Hb.
Qed.

Lemma proved_more bound p : (bound <= no_bound)%N -> proved bound p = true -> proved no_bound p = true.
Proof.
  unfold is_proved. intros Hb H. apply andb_true_iff in H. destruct H as [Ht H].
  rewrite Ht. simpl andb.
  assert (E : (1 <? no_bound)%N = true) by reflexivity. rewrite ?E.
  destruct (lookup (key p) T) as [e|] eqn:El.
  - apply orb_true_iff in H. apply orb_true_iff. destruct H as [H|H].
    + left. apply N.ltb_lt in H. apply N.ltb_lt. lia.
    + right. rewrite !andb_true_iff in H. simpl. rewrite andb_true_iff. tauto.
  - rewrite !andb_true_iff in H. simpl. rewrite andb_true_iff. tauto.
Qed.

(** What the holder plays: a move that wins, or one whose replies all lose or have a smaller value. *)
Lemma proved_move p : result p = None -> proved no_bound p = true ->
  to_move p = h /\ exists q, In q (moves p) /\
  (is_won h q = true \/
   result q = None /\ to_move q = other h /\
   forall r, In r (moves q) -> is_won h r = true \/ (result r = None /\ proved (value p) r = true)).
Proof.
  intros Hr H. pose proof (proved_value _ _ H) as Hv.
  unfold is_proved in H. apply andb_true_iff in H. destruct H as [Ht H].
  apply player_eqb_iff in Ht. split; [exact Ht|].
  destruct (leaves && wins_at_once h p) eqn:Eo.
  - apply andb_true_iff in Eo. destruct Eo as [_ Eo]. apply existsb_exists in Eo.
    destruct Eo as [q [Hq Hw]]. exists q. auto.
  - destruct (lookup (key p) T) as [e|] eqn:El.
    + destruct (entry_ok p e El) as [_ [q [Hq He]]]. exists q. split; [exact Hq|].
      unfold is_won at 1. destruct (result q) as [o|] eqn:Erq; [left; exact He|].
      right. split; [reflexivity|]. unfold is_answered in He.
      apply andb_true_iff in He. destruct He as [Htq He]. apply player_eqb_iff in Htq.
      split; [exact Htq|]. intros r Hrq. rewrite some_and_all_eq in He.
      apply andb_true_iff in He. destruct He as [_ He]. rewrite forallb_forall in He. specialize (He r Hrq).
      unfold is_won. destruct (result r) as [o|]; [left; exact He|]. right. split; [reflexivity|].
      unfold value. rewrite Eo, El. exact He.
    + rewrite !andb_true_iff in H. destruct H as [[_ Hl] H]. rewrite Hl in Eo. simpl in Eo. rewrite Eo in H.
      simpl in H. apply existsb_exists in H. destruct H as [q [Hq Hw]].
      exists q. split; [exact Hq|]. right.
      destruct (result q) eqn:Erq; [discriminate|]. split; [reflexivity|].
      apply andb_true_iff in Hw. destruct Hw as [Htq Hw]. apply player_eqb_iff in Htq.
      split; [exact Htq|]. intros r Hrq. left. rewrite some_and_all_eq in Hw.
      apply andb_true_iff in Hw. destruct Hw as [_ Hw]. rewrite forallb_forall in Hw. auto.
Qed.

(** The path to a position [c] from which the entries play: what follows a reply of the holder is no entry (there the tree
    played), or has at least the value of [c]. *)
Definition on_path (c d y : position G) : Prop :=
  In d (moves y) /\ result d = None /\ result y = None /\
  (to_move y = other h -> proved no_bound d = false \/ (value c <= value d)%N).

Lemma entries_win : forall n p past,
  N.to_nat (value p) <= n -> (value p <= no_bound)%N -> result p = None -> linked (on_path p) p past ->
  proved no_bound p = true -> winsb (G := K) h (2 * n) (p, past) = true.
Proof.
  induction n as [|n IH]; intros p past Hn Hnb Hr Hp Hproved.
  { pose proof (value_positive p). lia. }
  destruct (proved_move p Hr Hproved) as [Ht [q [Hq Hcase]]].
  assert (Hover : forall y, In y (p :: past) -> result y = None).
  { intros y [<-|Hy]; [exact Hr|]. destruct (linked_in _ _ _ _ Hp Hy) as [d [_ [_ [H _]]]]. exact H. }
  replace (2 * S n) with (S (S (2 * n))) by lia.
  assert (Hnew : ~ In q (p :: past)).
  { intros Hin. destruct Hcase as [Hw|[Hrq [Htq Hall]]].
    - unfold is_won in Hw. rewrite (Hover q Hin) in Hw. discriminate.
    - destruct Hin as [<-|Hin]; [rewrite Ht in Htq; destruct h; discriminate|].
      destruct (linked_in _ _ _ _ Hp Hin) as [d [Hd [Hrd [_ Hval]]]].
      destruct (Hall d Hd) as [Hw|[_ Hpd]].
      + unfold is_won in Hw. rewrite Hrd in Hw. discriminate.
      + destruct (Hval Htq) as [Hno|Hle].
        * rewrite (proved_more (value p) d Hnb Hpd) in Hno. discriminate.
        * pose proof (proved_value _ _ Hpd). lia. }
  apply (superko_mine same none h p past _ q); auto; [apply is_legal_iff; exact Hnew|].
  destruct Hcase as [Hw|[Hrq [Htq Hall]]].
  - unfold is_won in Hw. destruct (result q) as [o|] eqn:E; [|discriminate]. eapply superko_over; eauto.
  - apply superko_theirs; auto. intros y Hy.
    apply in_superko_moves in Hy. destruct Hy as [r [Hrin [_ ->]]].
    destruct (Hall r Hrin) as [Hw|[Hrr Hpr]].
    + unfold is_won in Hw. destruct (result r) as [o|] eqn:E; [|discriminate]. eapply superko_over; eauto.
    + pose proof (proved_value _ _ Hpr) as Hless.
      apply IH; auto; [lia|lia| |eapply proved_more; [|exact Hpr]; lia].
      split; [|split].
      * split; [exact Hrin|]. split; [exact Hrr|]. split; [exact Hrq|]. intros _. right. lia.
      * split; [exact Hq|]. split; [exact Hrq|]. split; [exact Hr|].
        intros E. rewrite Ht in E. destruct h; discriminate.
      * eapply linked_weaken; [|exact Hp]. intros d y [H1 [H2 [H3 H4]]].
        split; [exact H1|]. split; [exact H2|]. split; [exact H3|]. intros E.
        destruct (H4 E) as [H|H]; [left; exact H|right; lia].
Qed.

(** Paths of the tree: nothing is over, and where the holder has moved the entries did not take over. *)
Definition tree_path (x : with_past G) : Prop :=
  linked (fun d y => In d (moves y) /\ result y = None /\
    (to_move y = h -> proved no_bound y = false)) (fst x) (snd x).

Lemma accepted_tree_winsb root numbers :
  check_tree same none h (proved no_bound) (root, []) numbers = true ->
  winsb (G := K) h (2 * S (length numbers) + 2 * N.to_nat no_bound + 1) (root, []) = true.
Proof.
  intros H.
  eapply (check_tree_won same none h (proved no_bound) tree_path); try exact H.
  - intros p past q r Hg Hr Ho Hq Hrq Htq Hin. unfold tree_path in *. cbn [fst snd linked] in *.
    split; [|split; [|exact Hg]].
    + split; [exact Hin|]. split; [exact Hrq|].
      intros E. rewrite Htq in E. destruct h; discriminate.
    + split; [exact Hq|]. split; [exact Hr|exact Ho].
  - intros [p past] Ho Hr Ht Hg. cbn [fst snd] in *.
    pose proof (proved_value _ _ Ho) as Hv.
    eapply winsb_more; [|apply (entries_win (N.to_nat (value p))); auto; try lia]; [lia|].
    (* What follows on the path is not over, and only [p] is an entry. *)
    unfold tree_path in Hg. cbn [fst snd] in Hg.
    assert (Hlink : forall l d, result d = None -> (to_move d = h -> proved no_bound d = false \/ d = p) ->
      linked (fun d y => In d (moves y) /\ result y = None /\
        (to_move y = h -> proved no_bound y = false)) d l ->
      linked (on_path p) d l).
    { induction l as [|y l IHl]; intros d Hrd Hd Hl; [exact I|]. simpl in *.
      destruct Hl as [[H1 [H2 H3]] Hl]. split; [|apply IHl; auto].
      split; [exact H1|]. split; [exact Hrd|]. split; [exact H2|]. intros _.
      destruct (player_eqb (to_move d) h) eqn:Ed.
      - apply player_eqb_iff in Ed. destruct (Hd Ed) as [Hn| ->]; [left; exact Hn|right; lia].
      - left. unfold is_proved. rewrite Ed. reflexivity. }
    apply Hlink; auto.
  - exact I.
  - intros r Hr Ht Hin. unfold tree_path. cbn [fst snd linked]. split; [|exact I].
    split; [exact Hin|]. split; [exact Hr|].
    intros E. rewrite Ht in E. destruct h; discriminate.
Qed.

Theorem accepted_tree_with_entries root numbers :
  check_tree same none h (proved no_bound) (root, []) numbers = true ->
  exists n, forces_win (G := K) h n (root, []).
Proof. intros H. eexists. apply winsb_forces. apply accepted_tree_winsb. exact H. Qed.

End Entries.
