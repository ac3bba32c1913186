(** What has to be believed, part 1: games, plays, strategies, and what it means to win or not to lose.

    Nothing in this file is about certificates or programs. A reader who agrees that these are the right
    words can take the theorems (Theorems.v) as they stand. *)

From Coq Require Export List Bool Arith NArith.
Export ListNotations.

(** ** Games *)

Inductive player := Black | White.

Definition other (p : player) : player := match p with Black => White | White => Black end.

Definition player_eqb (a b : player) : bool :=
  match a, b with Black, Black | White, White => true | _, _ => false end.

(** How a game ends. *)
Inductive outcome := Wins (p : player) | Draw.

(** A game: whose turn it is, which positions can come next, and whether (and how) the game is over.
    A move is named by the position that it leads to. *)
Record game := Game {
  position : Type;
  to_move : position -> player;
  moves : position -> list position;
  result : position -> option outcome
}.

Arguments to_move {g} _.
Arguments moves {g} _.
Arguments result {g} _.

Section Plays.
Variable G : game.

(** ** Plays

    A play from [p] is the list of the positions that come after [p], in order. Nobody moves when the
    game is over. *)
Fixpoint is_play (p : position G) (l : list (position G)) : Prop :=
  match l with
  | [] => True
  | q :: l' => result p = None /\ In q (moves p) /\ is_play q l'
  end.

(** Where a play from [p] has come to. *)
Definition end_of (p : position G) (l : list (position G)) : position G := last l p.

(** An endless play from [p]: a position for every number of plies. *)
Definition is_endless_play (p : position G) (f : nat -> position G) : Prop :=
  f 0 = p /\ forall n, result (f n) = None /\ In (f (S n)) (moves (f n)).

(** ** Strategies

    A strategy names a move in each position. [follows s h p l]: in the play [l] from [p], every move of
    the player [h] is the one that [s] names. *)
Definition strategy := position G -> position G.

Fixpoint follows (s : strategy) (h : player) (p : position G) (l : list (position G)) : Prop :=
  match l with
  | [] => True
  | q :: l' => (to_move p = h -> q = s p) /\ follows s h q l'
  end.

(** The player to move in [p] can move, and if this is [h], as [s] says. *)
Definition can_go_on (s : strategy) (h : player) (p : position G) : Prop :=
  moves p <> [] /\ (to_move p = h -> In (s p) (moves p)).

(** [h] forces a win in at most [n] plies: there is a strategy such that all plays in which [h] follows
    it have at most [n] plies, never end without a result, and end only with [h] as the winner. *)
Definition forces_win (h : player) (n : nat) (p : position G) : Prop :=
  exists s : strategy, forall l,
    is_play p l -> follows s h p l ->
    length l <= n /\
    match result (end_of p l) with
    | Some o => o = Wins h
    | None => can_go_on s h (end_of p l)
    end.

(** [h] need not lose: there is a strategy such that no play in which [h] follows it ends with the other
    player as the winner, or without a result. (Plays may go on for ever: see [is_endless_play].) *)
Definition does_not_lose (h : player) (p : position G) : Prop :=
  exists s : strategy, forall l,
    is_play p l -> follows s h p l ->
    match result (end_of p l) with
    | Some o => o <> Wins (other h)
    | None => can_go_on s h (end_of p l)
    end.

(** A position is drawn if neither player need lose. *)
Definition is_drawn (p : position G) : Prop := does_not_lose Black p /\ does_not_lose White p.

End Plays.

Arguments is_play {G}.
Arguments end_of {G}.
Arguments is_endless_play {G}.
Arguments follows {G}.
Arguments can_go_on {G}.
Arguments forces_win {G}.
Arguments does_not_lose {G}.
Arguments is_drawn {G}.

(** ** Repetition

    Two ways to play the same game with a memory. A position then comes with its past: the positions
    before it, the last one first. [same] says which positions count as the same. *)
Section Memory.
Variable G : game.
Variable same : position G -> position G -> bool.

Definition with_past : Type := position G * list (position G).

(** How often [p] is in the past. *)
Definition occurrences (p : position G) (past : list (position G)) : nat :=
  length (filter (same p) past).

(** The game is drawn as soon as a position has come [k] times: [k = 3] is the third occurrence, [k = 2] any
    repetition. *)
Definition drawn_by_repetition (k : nat) : game := {|
  position := with_past;
  to_move x := to_move (fst x);
  moves x := map (fun q => (q, fst x :: snd x)) (moves (fst x));
  result x := match result (fst x) with
              | Some o => Some o
              | None => if k <=? S (occurrences (fst x) (snd x)) then Some Draw else None
              end
|}.

(** Superko: a move to a position that is the [same] as one before it is not legal, unless it is [exempt] (such
    as a pass in Go), and a player who has no legal move has lost. *)
Variable exempt : position G -> position G -> bool.

Definition superko_moves (x : with_past) : list with_past :=
  let past := fst x :: snd x in
  map (fun q => (q, past))
      (filter (fun q => exempt (fst x) q || (occurrences q past =? 0)) (moves (fst x))).

Definition superko : game := {|
  position := with_past;
  to_move x := to_move (fst x);
  moves := superko_moves;
  result x := match result (fst x), superko_moves x with
              | Some o, _ => Some o
              | None, [] => Some (Wins (other (to_move (fst x))))
              | None, _ :: _ => None
              end
|}.

End Memory.

(** ** A limit of plies

    A position comes with the number of plies that may still be played; when there are none left and the game is not over,
    it is drawn. *)
Definition limited (G : game) : game := {|
  position := position G * N;
  to_move x := to_move (fst x);
  moves x := map (fun q => (q, N.pred (snd x))) (moves (fst x));
  result x := match result (fst x) with
              | Some o => Some o
              | None => if (snd x =? 0)%N then Some Draw else None
              end
|}.
