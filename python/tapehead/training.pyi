# Made by python3 -m tapehead.stubs from the option table; tests/python/stubs_test.py holds it to that.
from os import PathLike
from pathlib import Path
from typing import Any, Callable, Literal, Mapping, NamedTuple, Optional, Union

from tapehead.model import Model

class Moment(NamedTuple):
    sequences: int
    total: int
    bits: float
    validation: Optional[dict[str, float]]

class Run:
    directory: Path
    outcome: Optional[str]
    @property
    def result(self) -> dict[str, Any]: ...
    @property
    def metrics(self) -> list[tuple[int, str, str, float]]: ...
    def load(self, **given: Any) -> Model: ...
    def __fspath__(self) -> str: ...

def train(
    *,
    preset: Optional[str] = ...,
    config: Optional[Union[str, PathLike[str]]] = ...,
    out: Optional[Union[str, PathLike[str]]] = ...,
    name: Optional[str] = ...,
    threads: Optional[int] = ...,
    options: Optional[Mapping[str, Any]] = ...,
    on_progress: Optional[Callable[[Moment], Any]] = ...,
    progress: Optional[bool] = ...,
    addressing: Literal["content", "location", "content+location"] = ...,
    attention: Literal["global", "none", "local-m", "local-p", "location", "hard", "memory"] = ...,
    attention_credit: Literal["answer", "to-go"] = ...,
    attention_entropy: float = ...,
    attention_estimator: Literal["reinforce", "straight-through", "gumbel", "gumbel-hard"] = ...,
    attention_expected: float = ...,
    attention_expected_first: int = ...,
    attention_gate: bool = ...,
    attention_guidance: float = ...,
    attention_penalty: float = ...,
    attention_penalty_target: Literal["share", "one"] = ...,
    attention_reward: float = ...,
    attention_scored: Literal["sample", "likeliest", "expected"] = ...,
    attention_strength: Literal["one", "learned"] = ...,
    attention_temperature: float = ...,
    attention_window: int = ...,
    controller: Literal["lstm", "feedforward", "gru", "elman", "multiplicative", "lstmn", "transformer", "rmt", "armt"] = ...,
    controller_activation: Literal["tanh", "sigmoid", "relu"] = ...,
    controller_dropout: float = ...,
    controller_factors: int = ...,
    controller_feedforward: int = ...,
    controller_heads: int = ...,
    controller_key_size: int = ...,
    controller_layers: int = ...,
    controller_max_distance: int = ...,
    controller_max_steps: int = ...,
    controller_memory_tokens: int = ...,
    controller_noise: float = ...,
    controller_norm: Literal["pre", "post"] = ...,
    controller_nu: int = ...,
    controller_place_range: int = ...,
    controller_places: Literal["counted", "drawn"] = ...,
    controller_positions: Literal["sinusoidal", "learned", "none", "rotary", "alibi", "relative"] = ...,
    controller_segment: int = ...,
    controller_size: int = ...,
    controller_skips: bool = ...,
    encoder: Literal["lstm", "gru", "feedforward", "transformer", "lstmn", "patches", "convolution"] = ...,
    encoder_activation: Literal["gelu", "relu"] = ...,
    encoder_both_ways: bool = ...,
    encoder_dropout: float = ...,
    encoder_feedforward: int = ...,
    encoder_heads: int = ...,
    encoder_kernel: int = ...,
    encoder_layers: int = ...,
    encoder_max_steps: int = ...,
    encoder_norm: Literal["pre", "post"] = ...,
    encoder_patch: int = ...,
    encoder_positions: Literal["sinusoidal", "learned", "none"] = ...,
    encoder_size: int = ...,
    encoder_stem: int = ...,
    encoder_stem_kernel: int = ...,
    encoder_stride: int = ...,
    memory: Literal["ntm", "dnc", "lru", "sparse", "sparse-dnc", "stack", "queue", "deque", "stack-superposed", "tape-told-length", "fast-weights", "token-turing", "memorizing", "none"] = ...,
    memory_de_allocation: bool = ...,
    memory_decay_bias: float = ...,
    memory_delta: float = ...,
    memory_features: Literal["silu", "elu", "dpfp", "softmax", "identity"] = ...,
    memory_filled: int = ...,
    memory_focus: Literal["softmax", "sparsemax", "top-k", "hard"] = ...,
    memory_hard_scoring: bool = ...,
    memory_heads: int = ...,
    memory_hidden: int = ...,
    memory_index: Literal["exact", "lists"] = ...,
    memory_init: Literal["constant", "learned", "random"] = ...,
    memory_iterations: int = ...,
    memory_key_masks: bool = ...,
    memory_key_size: int = ...,
    memory_least_sharpening: float = ...,
    memory_limit: float = ...,
    memory_link_sharpness: bool = ...,
    memory_links: int = ...,
    memory_momentum_bias: float = ...,
    memory_nearest: int = ...,
    memory_negative: bool = ...,
    memory_normaliser: bool = ...,
    memory_nu: int = ...,
    memory_pop_bias: float = ...,
    memory_probes: int = ...,
    memory_push_bias: float = ...,
    memory_rate_bias: float = ...,
    memory_read_gate_bias: float = ...,
    memory_read_heads: int = ...,
    memory_read_sharpening_bias: float = ...,
    memory_read_strength_bias: float = ...,
    memory_reads: int = ...,
    memory_ridge: float = ...,
    memory_routed: int = ...,
    memory_rule: Literal["delta", "hebbian", "associative", "gated-delta", "channel-gated", "erase-write", "householder", "momentum", "deep", "mesa", "slots"] = ...,
    memory_shifts: int = ...,
    memory_similarity: Literal["cosine", "dot", "scaled-dot", "general", "additive", "negative-distance", "location"] = ...,
    memory_similarity_places: int = ...,
    memory_similarity_size: int = ...,
    memory_slots: int = ...,
    memory_squash_adds: bool = ...,
    memory_squash_keys: bool = ...,
    memory_start_weighting: Literal["one-hot", "learned", "decaying", "uniform"] = ...,
    memory_strength_bias: float = ...,
    memory_tokens: int = ...,
    memory_top_k: int = ...,
    memory_training_sharpening: float = ...,
    memory_training_sharpening_from: int = ...,
    memory_usage_decay: float = ...,
    memory_usage_gradient: bool = ...,
    memory_width: int = ...,
    memory_window: int = ...,
    memory_write_amount_bias: float = ...,
    memory_write_first: bool = ...,
    memory_write_gate_bias: float = ...,
    memory_write_heads: int = ...,
    memory_write_keys: bool = ...,
    memory_write_past_keys: bool = ...,
    memory_write_sharpening_bias: float = ...,
    memory_write_strength_bias: float = ...,
    memory_writes: int = ...,
    model: Literal["memory-machine", "lstm", "gru", "lstmn", "transformer", "memn2n", "memory-network", "entity-network", "key-value-memory-network", "encoder-decoder", "classifier", "transformer-encoder-decoder", "lstmn-encoder-decoder", "glimpses", "mixer-stack"] = ...,
    model_activation: Literal["gelu", "relu"] = ...,
    model_adaptive: bool = ...,
    model_answers: Literal["own", "shared"] = ...,
    model_attention_size: int = ...,
    model_convolution: int = ...,
    model_decoder_layers: int = ...,
    model_deviation: float = ...,
    model_dropout: float = ...,
    model_embedding: int = ...,
    model_encoder_layers: int = ...,
    model_encoding: Literal["bag-of-words", "position", "learned-position"] = ...,
    model_features: int = ...,
    model_feedforward: int = ...,
    model_fill_nulls: bool = ...,
    model_first: Literal["random", "centre"] = ...,
    model_first_query: Literal["map", "state"] = ...,
    model_glimpses: int = ...,
    model_hand_over: Literal["map", "backward", "state", "input", "context", "none"] = ...,
    model_hash_below: int = ...,
    model_hashing: bool = ...,
    model_heads: int = ...,
    model_hops: int = ...,
    model_key_words: Union[str, PathLike[str]] = ...,
    model_keys: Literal["free", "tied"] = ...,
    model_latest: bool = ...,
    model_layers: int = ...,
    model_linear_start: Union[int, str] = ...,
    model_location_gain: float = ...,
    model_margin: float = ...,
    model_mask: Literal["near-ones", "ones", "random"] = ...,
    model_max_distance: int = ...,
    model_max_steps: int = ...,
    model_maxout: int = ...,
    model_memories: Literal["sentence", "window", "window+centre"] = ...,
    model_memory: int = ...,
    model_mixers: Union[str, PathLike[str]] = ...,
    model_norm: Literal["pre", "post"] = ...,
    model_normalize: bool = ...,
    model_nulls: int = ...,
    model_order: Literal["bahdanau", "luong", "input-feeding"] = ...,
    model_output: Literal["linear", "deep", "deep-tanh", "maxout", "maxout-before"] = ...,
    model_policy: Literal["learned", "random", "fixed", "window"] = ...,
    model_ponder: float = ...,
    model_pooling: Literal["summary", "attention"] = ...,
    model_positions: Literal["sinusoidal", "learned", "none"] = ...,
    model_relu: bool = ...,
    model_reversed: bool = ...,
    model_reward: float = ...,
    model_reward_in_core: bool = ...,
    model_rounds: int = ...,
    model_scales: int = ...,
    model_scored_at: Literal["drawn", "mean"] = ...,
    model_size: int = ...,
    model_slots: int = ...,
    model_start: Literal["middle", "grid"] = ...,
    model_stem: Literal["none", "convolution", "embedding"] = ...,
    model_stem_kernel: int = ...,
    model_stem_layers: int = ...,
    model_stem_size: int = ...,
    model_tied: bool = ...,
    model_time: bool = ...,
    model_time_noise: float = ...,
    model_told_at: Literal["end", "every-look"] = ...,
    model_tying: Literal["adjacent", "layer-wise"] = ...,
    model_values: Literal["shared", "own"] = ...,
    model_what: int = ...,
    model_where: int = ...,
    model_width: int = ...,
    model_window: int = ...,
    seed: int = ...,
    task: Any = ...,
    task_answer: int = ...,
    task_answers: int = ...,
    task_bits: int = ...,
    task_canvas: int = ...,
    task_classes: int = ...,
    task_colours: bool = ...,
    task_copies: int = ...,
    task_delimiter: bool = ...,
    task_digits: int = ...,
    task_direction: Literal["forward", "backward"] = ...,
    task_draw: Literal["fair", "hostile"] = ...,
    task_episode: Literal["question", "story"] = ...,
    task_every_step: bool = ...,
    task_fertility: int = ...,
    task_filler: int = ...,
    task_form: Literal["auto", "csv", "tokens", "bits"] = ...,
    task_framed: bool = ...,
    task_from: Literal["auto", "digits", "shapes", "fashion"] = ...,
    task_full_stop: bool = ...,
    task_graphs: Literal["random", "families"] = ...,
    task_group: Union[str, PathLike[str]] = ...,
    task_held_out: float = ...,
    task_ids: Union[str, PathLike[str]] = ...,
    task_instances: int = ...,
    task_items: int = ...,
    task_jump: int = ...,
    task_key_tokens: int = ...,
    task_kinds: int = ...,
    task_language: int = ...,
    task_length: int = ...,
    task_lesson: int = ...,
    task_letters: int = ...,
    task_max_digits: int = ...,
    task_max_fertility: int = ...,
    task_max_items: int = ...,
    task_max_length: int = ...,
    task_max_lesson: int = ...,
    task_max_pairs: int = ...,
    task_max_repeats: int = ...,
    task_max_vectors: int = ...,
    task_min_digits: int = ...,
    task_min_fertility: int = ...,
    task_min_items: int = ...,
    task_min_length: int = ...,
    task_min_lesson: int = ...,
    task_min_pairs: int = ...,
    task_min_repeats: int = ...,
    task_min_vectors: int = ...,
    task_mirror: bool = ...,
    task_mixture: Literal["none", "zoology"] = ...,
    task_modulus: int = ...,
    task_monotone: bool = ...,
    task_motif: int = ...,
    task_moved: bool = ...,
    task_ngram: int = ...,
    task_noise: float = ...,
    task_noise_tokens: int = ...,
    task_order: int = ...,
    task_padded: bool = ...,
    task_pairs: int = ...,
    task_patch: int = ...,
    task_path: Union[str, PathLike[str]] = ...,
    task_piece: int = ...,
    task_pieces: int = ...,
    task_problem: Literal["even-pairs", "modular-arithmetic", "parity-check", "cycle-navigation", "stack-manipulation", "reverse-string", "modular-arithmetic-brackets", "solve-equation", "duplicate-string", "missing-duplicate-string", "odds-first", "bucket-sort", "binary-addition", "binary-multiplication", "compute-sqrt"] = ...,
    task_questions: int = ...,
    task_random_filler: bool = ...,
    task_repeats: int = ...,
    task_repeats_norm: int = ...,
    task_reversed: Literal["none", "question", "answer", "both"] = ...,
    task_rewrites: int = ...,
    task_shift: int = ...,
    task_signed_bits: bool = ...,
    task_source: Literal["auto", "built-in", "files"] = ...,
    task_source_units: Literal["characters", "words"] = ...,
    task_split: Literal["simple", "length", "addprim-jump", "addprim-turn-left", "template-right", "template-opposite-right", "template-around-right", "template-jump-around-right"] = ...,
    task_stress: bool = ...,
    task_symbols: int = ...,
    task_tables: int = ...,
    task_target_units: Literal["characters", "words"] = ...,
    task_test_questions: int = ...,
    task_test_share: float = ...,
    task_told: bool = ...,
    task_units: Literal["characters", "words"] = ...,
    task_validation_share: float = ...,
    task_values: int = ...,
    task_vectors: int = ...,
    task_vocabulary: int = ...,
    train_average: float = ...,
    train_batch: int = ...,
    train_check: Union[str, PathLike[str]] = ...,
    train_check_below: float = ...,
    train_check_episodes: int = ...,
    train_check_tries: int = ...,
    train_checkpoint_every: Union[int, str] = ...,
    train_clip: Literal["norm", "matrix", "value", "flow", "none"] = ...,
    train_clip_at: float = ...,
    train_curriculum: Literal["none", "linear", "doubling", "look-back", "prediction-gain"] = ...,
    train_curriculum_below: float = ...,
    train_curriculum_doublings: int = ...,
    train_curriculum_levels: int = ...,
    train_curriculum_sequences: int = ...,
    train_decay: float = ...,
    train_decay_below: float = ...,
    train_decay_floor: float = ...,
    train_decay_sequences: Union[int, str] = ...,
    train_decay_stairs: bool = ...,
    train_final_episodes: int = ...,
    train_first_rate: float = ...,
    train_first_sequences: Union[int, str] = ...,
    train_gradient_variance: bool = ...,
    train_init_from: Union[str, PathLike[str]] = ...,
    train_keep: Literal["best", "last"] = ...,
    train_label_smoothing: float = ...,
    train_learning_rate: float = ...,
    train_momentum: float = ...,
    train_optimizer: Literal["graves-rmsprop", "rmsprop", "adam", "sgd"] = ...,
    train_other_attempts: Union[str, PathLike[str]] = ...,
    train_patience: int = ...,
    train_plateau_above: float = ...,
    train_plateau_sequences: Union[int, str] = ...,
    train_reduction: Literal["mean", "sum"] = ...,
    train_restart: int = ...,
    train_restarts: int = ...,
    train_scheduled_sampling: float = ...,
    train_scheduled_sampling_by: Literal["likeliest", "drawn"] = ...,
    train_scheduled_sampling_rise: Union[int, str] = ...,
    train_sequences: Union[int, str] = ...,
    train_settle_below: float = ...,
    train_settle_sequences: Union[int, str] = ...,
    train_stop_below: float = ...,
    train_validate_every: Union[int, str] = ...,
    train_validation_episodes: int = ...,
    train_warm_up: Union[int, str] = ...,
    train_weight_decay: float = ...,
) -> Run:
    """Trains a model on a task, as `tapehead train` does: the run's directory gets the same bytes. Gives a Run.

    preset       settings to start from (tapehead.presets())
    config       file of settings, such as a run's config.ini
    out          the run's directory; a run of the same options there goes on (a new one: runs/PRESET-1, -2 ...)
    name         what its group is called in tables, figures and reports
    threads      threads to work with (all cores); no result depends on it
    options      settings by their dotted names, {"memory.slots": 64}; each is a keyword too, memory_slots=64
    on_progress  is called with a Moment; what it raises ends the run, with a checkpoint, and is raised
    progress     whether the program's progress is shown on standard error (where that is a terminal)
    task         also a class (docs/python.md), or "module:Class"

    Ctrl-C writes a checkpoint and raises KeyboardInterrupt. Raises InputError for bad settings, DivergedError for a run
    that diverged. Other threads of Python go on meanwhile, and may train too.

    Settings, as `tapehead train --help` has them:
    addressing  how heads find their slots
    attention  what the decoder sees of what was read
    attention_credit  what reinforce holds a look to account for: the whole answer, as published, or what is said from it on
    attention_entropy  factor of the attention's entropy, which is maximised; below 0 minimised, for sharper looks
    attention_estimator  gradient estimator for draws: the score function, as if the weights had been read, or Gumbel's softmax, soft or its largest alone
    attention_expected  probability that a training episode reads the expectation instead of a draw
    attention_expected_first  training sequences of which all read what is expected, before anything is drawn
    attention_gate  what is read is multiplied by a number from 0 to 1 that the decoder gives (Xu et al. 2015, 4.2.1)
    attention_guidance  factor of what a look costs that misses what is said next, of tasks that tell where that is; 0: it finds out by itself (Liu et al. 2017)
    attention_penalty  factor of the doubly stochastic penalty: over an answer all annotations should be looked at alike (Xu et al. 2015, eq. 14)
    attention_penalty_target  what each annotation is to get in all: looks/annotations, or 1, as published
    attention_reward  factor of reinforce's term (the paper's lambda_r)
    attention_scored  what is read outside of training: what is drawn, the likeliest annotation, or as soft attention would
    attention_strength  what multiplies the scores: nothing, or a head's strength, which cosine asks for
    attention_temperature  of Gumbel's softmax: the lower, the harder and noisier
    attention_window  annotations seen to either side of the one looked for (the paper's D)
    controller  what decides
    controller_activation  the hidden units' function
    controller_dropout  of what each half of a layer adds, in training
    controller_factors  products a layer
    controller_feedforward  hidden units of a layer; 0: four times controller.size
    controller_heads  attention heads; they divide controller.size
    controller_key_size  numbers of a key of the associations, before its features
    controller_layers  layers
    controller_max_distance  with relative positions: steps from which on all distances are alike
    controller_max_steps  with learned positions: steps of the longest sequence
    controller_memory_tokens  tokens that a segment hands to the next
    controller_noise  deviation of uniform noise added to preactivations in training (Jim, Giles & Horne 1996)
    controller_norm  norms before each half of a layer (pre-norm), or after its sum as first published (post-norm)
    controller_nu  with how many others each number of a key is multiplied; the key becomes 2·nu times as long
    controller_place_range  what places are drawn from
    controller_places  steps are counted, or each episode's places are drawn from a range, in order (Ruoss et al. 2023)
    controller_positions  what tells a step's place
    controller_segment  steps of a segment
    controller_size  cells a layer
    controller_skips  the input feeds every layer, and all layers are the output (Graves 2013)
    encoder  what reads the source
    encoder_activation  the hidden units' function
    encoder_both_ways  a layer reads from the end too (Schuster & Paliwal 1997)
    encoder_dropout  of what a layer gives to the next, in training
    encoder_feedforward  hidden units of a layer; 0: four times encoder.size
    encoder_heads  attention heads; they divide encoder.size
    encoder_kernel  pixels of a window's side; it lies about its cell's middle if it is even as the stride is, or odd
    encoder_layers  layers
    encoder_max_steps  with learned positions: steps of the longest source
    encoder_norm  norms before each half of a layer (pre-norm), or after its sum as first published (post-norm)
    encoder_patch  pixels of a patch's side, or cells of the stem's
    encoder_positions  what tells a step's place
    encoder_size  units a layer and direction
    encoder_stem  layers of convolution of stride 2 ahead of patches (Xiao et al. 2021); 0: none
    encoder_stem_kernel  pixels of a window's side in the stem; even, so that it lies about the middle of its cell
    encoder_stride  pixels from window to window, at each layer
    memory  what remembers
    memory_de_allocation  what a free gate frees is erased as well
    memory_decay_bias  what the decay starts at, before its softplus or sigmoid (the lower, the longer it remembers)
    memory_delta  a slot counts as accessed where its weights in a step come to more than this
    memory_features  what is made of keys and queries: x·sigmoid(x); elu(x) + 1; products of rectified numbers; softmax; x itself
    memory_filled  slots that every episode begins with random vectors in, to measure a memory in use
    memory_focus  how scores become a weighting
    memory_hard_scoring  outside of training pushes and pops are whole or not at all, so that strengths do not drift
    memory_heads  lists side by side, each with actions and values of its own
    memory_hidden  hidden units of a head
    memory_index  how the slots most alike to a key are found among those of memory.filled: exact scores all of them, lists looks into a few of many lists (slots that an episode writes are all scored)
    memory_init  what it holds at first: 1e-6; learned; random, fixed, saved (the last two bind it to its slots)
    memory_iterations  look-ups of each head a step: what one finds is the next one's key (modern Hopfield retrieval)
    memory_key_masks  a mask beside each key says which numbers of a slot count (cosine only)
    memory_key_size  numbers of a head's keys and queries
    memory_least_sharpening  what a head's sharpening is at least, 1 in the paper; above it a weighting that moves at every step stays crisp for any number of steps
    memory_limit  what the length of a write's step of gradient descent tends to at most; 0: no limit, as published, and numbers may leave the finite ones
    memory_link_sharpness  forward and backward weightings are sharpened
    memory_links  slots that each is linked to, before and after it (the paper's K_L)
    memory_momentum_bias  what the momentum starts at, before its sigmoid
    memory_nearest  of the steps before these, those with the nearest keys, as many (the paper's k)
    memory_negative  strengths go to 2: a write may turn round what is under its key (eigenvalues from -1 to 1)
    memory_normaliser  what is read is divided by its weight in all, where features are never below 0 (elu, dpfp, softmax)
    memory_nu  with how many others each number of a key is multiplied; the key becomes 2·nu times as long
    memory_pop_bias  what the strength of a pop starts at, before its sigmoid (the paper's -1: rather push)
    memory_probes  lists that a key looks into, with memory.index lists; all, where there are no more
    memory_push_bias  what the strength of a push starts at, before its sigmoid
    memory_rate_bias  what the step of gradient descent starts at, before its sigmoid
    memory_read_gate_bias  what the read heads' gate starts at, before its squashing
    memory_read_heads  reading heads
    memory_read_sharpening_bias  what the read heads' sharpening starts at, before its squashing
    memory_read_strength_bias  what the read heads' strength starts at, before its squashing
    memory_reads  slots that each head reads a step (the paper's K)
    memory_ridge  the least that is added to the diagonal of what is solved, which is singular until many keys are written
    memory_routed  slots that a write changes, chosen by a router (Raven); 0: all, each by a gate of its own
    memory_rule  how a value is written under its key: delta, what is under a key gives way to the new value (Schlag, Irie & Schmidhuber 2021, eq. 24; Yang et al. 2024); hebbian, values add up under their keys (linear attention) (Katharopoulos et al. 2020, eqs. 16-20); associative, values correct what their key recalls by a mean, and a key counts once (Rodkin et al. 2024, ARMT); gated-delta, delta, after a decay for each head (Yang, Kautz & Hatamizadeh 2025, eq. 10); channel-gated, delta, after a decay for each number of a key (Kimi Team 2025, Kimi Linear); erase-write, delta with decay, its erasing and its writing gated apart (Hatamizadeh, Choi & Kautz 2026); householder, a learned start is reflected by each key, and nothing is added (Mhammedi et al. 2017, section 3; Siems et al. 2025); momentum, gradient descent on what is recalled, with momentum and decay (Behrouz, Zhong & Mirrokni 2024, eqs. 9-14); deep, two layers a head, written by gradient descent on what is recalled, with momentum and decay (Behrouz, Zhong & Mirrokni 2024, eqs. 9-14; Sun et al. 2024); mesa, least squares over all that was written, solved at each step (von Oswald et al. 2025, section 3); slots, slots written by degrees and read by softmax (Zhang et al. 2024, Gated slot attention, section 3; with memory.routed Afzal & Bick 2026, Raven)
    memory_shifts  displacements a head can shift by, the middle one staying
    memory_similarity  how alike a slot is to a key
    memory_similarity_places  slots that there are scores for, the first ones
    memory_similarity_size  hidden units
    memory_slots  slots of the memory (the papers' N)
    memory_squash_adds  add vectors through tanh
    memory_squash_keys  keys through tanh
    memory_start_weighting  where heads look before the first step (learned binds it to its slots; with a constant memory learned and uniform leave all slots identical for ever)
    memory_strength_bias  what the strength of a write starts at, before its sigmoid or softplus
    memory_tokens  tokens that a step brings (the paper's n)
    memory_top_k  slots that get a weight; all, where there are no more
    memory_training_sharpening  share of the sharpening that heads have in training; below 1 they learn crisper shifts
    memory_training_sharpening_from  training sequences after which that share holds, or is approached (train.settle-below); before, heads have all of it
    memory_usage_decay  what is kept of a slot's usage from step to step
    memory_usage_gradient  the usage's gradient goes back to the weighting that wrote; off: it stops there
    memory_width  numbers a slot (the papers' M)
    memory_window  last steps that a head attends to
    memory_write_amount_bias  what the share that a write head writes (alpha) starts at, before its sigmoid
    memory_write_first  reads see what their own step has written
    memory_write_gate_bias  what the write heads' gate starts at, before its sigmoid (below 0: rather the least used slot)
    memory_write_heads  writing heads
    memory_write_keys  a write head writes the key its read head looks up, as in the paper (false: a vector of its own)
    memory_write_past_keys  to what a write head writes is added the key that its read head looked up the step before, so that a step is found by what came ahead of it
    memory_write_sharpening_bias  what the write heads' sharpening starts at, before its squashing
    memory_write_strength_bias  what the write heads' strength starts at, before its squashing
    memory_writes  writes a step, each with a key and a value of its own
    model  what learns it
    model_activation  the hidden units' function
    model_adaptive  the search ends where "no more" wins, a fact of its own
    model_answers  the table of answers: B of their own, or B = A (section 3.1)
    model_attention_size  numbers of an attention layer's query, key and value, which model.heads divide; 0: model.size
    model_convolution  steps that a mixer's input is taken together from, a weight for each number; 1: its own alone
    model_decoder_layers  layers of what answers
    model_deviation  of a learned place about its mean; half a picture's width is 1
    model_dropout  of embeddings, and of what answers are made of, in training
    model_embedding  numbers that a token becomes
    model_encoder_layers  layers of what reads
    model_encoding  weights of a word's place in its sentence: none, as published, or learned from there
    model_features  units that a glimpse becomes
    model_feedforward  hidden units of a layer; 0: four times model.size
    model_fill_nulls  null slots stand wherever the memory is not full
    model_first  where the first look goes, but over a grid
    model_first_query  what the first look is asked with: a map of the encoder's last state, or what the decoder begins with, as published (Bahdanau et al. 2015)
    model_glimpses  looks at a picture
    model_hand_over  what the decoder has of the encoder's last state: a map of it to begin from, or where it has no such state at each step; the same of what was read from the end alone (Bahdanau et al. 2015); that state itself; all of it at each step; a tanh of it to begin from, at each step and in what it says (Cho et al. 2014); or nothing
    model_hash_below  a word that counts there is in fewer of the story's memories: F (section 3.1)
    model_hashing  only memories that share a word with the question (section 3.1)
    model_heads  attention heads; they divide model.size
    model_hops  looks into the memory
    model_key_words  words that keys are tied to, such as mary,john; empty: the vocabulary's, in its order
    model_keys  keys learned by themselves, or the first ones the vectors of words
    model_latest  words of the fact found last have vectors of their own
    model_layers  layers
    model_linear_start  training episodes without the hops' softmax
    model_location_gain  gain of the location network: below 1 places are learned that much more slowly
    model_margin  the least lead of what is right that costs nothing
    model_mask  what the places in a sentence start at: N(1, 0.1); 1, as in the paper; or N(0, 0.1)
    model_max_distance  with relative positions: steps from which on all distances are alike
    model_max_steps  with learned positions: steps of the longest sequence
    model_maxout  maxout units
    model_memories  keys and values: whole sentences; words around a word, and it; its own dictionary for it (section 3.2)
    model_memory  statements looked at, the newest
    model_mixers  what mixes steps, layer by layer, separated by commas and from the beginning again; behind a colon options of its own: fast-weights:rule=momentum,attention:heads=2
    model_norm  norms before each half of a layer (pre-norm), or after its sum as first published (post-norm)
    model_normalize  slots are kept on the unit sphere, and so forget
    model_nulls  null slots otherwise, in each softmax
    model_order  look, then step; step, then look; or that, and what came of it is an input of the next step
    model_output  what logits are made of: the decoder's output and what was read; or one more layer, of what was said last too, as published (Xu et al. 2015, eq. 7), through tanh or maxout (Cho et al. 2014), with the decoder's output of the step before (Bahdanau et al. 2015, A.2.2)
    model_policy  where it looks: learned from reward; anywhere; over a grid; or through a soft window that has a gradient
    model_ponder  what a round of a token costs in training, in nats; above 0 each decides after how many its answer is made (adaptive computation time); 0: all go through all
    model_pooling  what the class is made of: the encoder's summary, or what a learned look finds
    model_positions  what tells a step's place
    model_relu  a ReLU after each hop
    model_reversed  the encoder reads from the end (Sutskever et al. 2014)
    model_reward  what the reward for the right class weighs beside the cost
    model_reward_in_core  the reward teaches the core too, not only where to look
    model_rounds  times that the layers are gone through, with the same weights (Universal Transformer)
    model_scales  windows of a look, each twice as wide as the one before
    model_scored_at  where learned looks go outside of training: drawn by seed as in training, or at the mean
    model_size  of a token
    model_slots  slots, each with a key
    model_start  where learned looks go before they have learned: about the middle, or over a grid, each by a bias of its own
    model_stem  what is made of a step's picture, or token, before the controller sees it
    model_stem_kernel  pixels of a window's side
    model_stem_layers  layers of convolution of stride 2
    model_stem_size  channels of its last layer; each before has half as many
    model_tied  what is said is embedded by the weights that its logits are made by
    model_time  a statement's age is one more word of it
    model_time_noise  share of empty ages drawn in training
    model_told_at  in training the class is asked for at the end, or after every look too: then the cost is their mean, and a place answers for the looks from it on
    model_tying  which hops' tables are the same
    model_values  the table of values: A, as of questions and keys (section 3.1), or one of their own
    model_what  units for what is seen
    model_where  units for where it is
    model_width  numbers that a sentence becomes
    model_window  words of a window (section 3.2)
    seed  of starting weights and episodes
    task  what is to be learned
    task_answer  letters that are asked for
    task_answers  how many are asked for
    task_bits  bits of a vector
    task_canvas  pixels of the canvas' sides
    task_classes  classes of an episode
    task_colours  PNG files keep their colours; else they are made grey
    task_copies  tokens to be copied
    task_delimiter  the number's step is marked on a channel of its own too
    task_digits  digits of every number
    task_direction  the symbol, then the tables as they are applied; or the tables from the last to the first, then the symbol
    task_draw  fair bits, or adversarial ones: a stretch of zeros, ones, sparse, repeated or alternating vectors
    task_episode  an episode is a question and what came before it, or a story with all its questions
    task_every_step  each table's value is asked for; else the last one's alone
    task_fertility  words of every translated word
    task_filler  sentences that tell nothing before each line of a story, on average
    task_form  the file's form: auto means tokens where the first line has a tab, else csv
    task_framed  a mark before the sequence too, and an end marker to be said after it
    task_from  which pictures: digits and shapes are drawn; fashion is Fashion-MNIST, of Debian's package dataset-fashion-mnist; auto means files where there is a path, else digits
    task_full_stop  a sentence ends in a mark of its own
    task_graphs  graphs of nearest neighbours, or of fathers, mothers, sons and daughters
    task_group  Z_n, S_n, A_n or a product of such, Z_2xS_3
    task_held_out  share of the episodes kept for validation and the final score
    task_ids  tasks: all, or such as 1..20 or 1,3,7; several are learned jointly
    task_instances  pictures of each class
    task_items  items of every episode
    task_jump  words that one which leaves its place goes behind
    task_key_tokens  tokens of a key
    task_kinds  kinds of brackets; at most 8 in shuffle-dyck
    task_language  which lexicon
    task_length  vectors of every sequence
    task_lesson  number of every lesson
    task_letters  letters of the alphabet
    task_max_digits  most digits of a number
    task_max_fertility  most words of a translated word
    task_max_items  most items of an episode
    task_max_length  most vectors of a sequence
    task_max_lesson  most number of a lesson
    task_max_pairs  most pairs of a sequence
    task_max_repeats  most repeats of a sequence
    task_max_vectors  most vectors of an episode
    task_min_digits  least digits of a number
    task_min_fertility  least words of a translated word
    task_min_items  least items of an episode
    task_min_length  least vectors of a sequence
    task_min_lesson  least number of a lesson
    task_min_pairs  least pairs of a sequence
    task_min_repeats  least repeats of a sequence
    task_min_vectors  least vectors of an episode
    task_mirror  every other training picture is mirrored, left and right
    task_mixture  zoology: the published lengths of 64, 128 and 256 steps with 4 to 64 pairs; none: those of task.length and task.pairs
    task_modulus  of what is counted
    task_monotone  no word leaves its place
    task_motif  most tokens of a key, and of a value
    task_moved  pictures to train on are turned and moved a little
    task_ngram  letters of what is looked up, or stands twice
    task_noise  share of pairs that are noise
    task_noise_tokens  tokens that are noise, of the vocabulary
    task_order  n: a bit depends on the n - 1 before it
    task_padded  blanks make all questions and answers equally long
    task_pairs  pairs of every sequence
    task_patch  a picture comes as a sequence of squares of so many pixels a side; 0: at once
    task_path  CSV file: episode, in.1 …, out.1 … (an empty out cell is not scored); or an episode a line: inputs, tab, targets
    task_piece  pixels of a piece's sides
    task_pieces  pieces of other items
    task_problem  which of the fifteen
    task_questions  questions of each built-in task, a tenth of them for validation
    task_random_filler  other steps show any token; else they are silent
    task_repeats  repeats of every sequence
    task_repeats_norm  the number of repeats is normalised as if uniform up to this
    task_reversed  what is told from its last character to its first
    task_rewrites  so many keys are written again with other values, and the last value counts
    task_shift  training pictures are moved by up to so many pixels, across and down
    task_signed_bits  bits enter as -1 and +1, so that no vector looks like silence; targets stay 0 and 1
    task_source  where stories come from: auto means files where there is a path, else the built-in generator
    task_source_units  what a source is made of
    task_split  which commands are trained on, and which are for testing
    task_stress  vowels carry their stress; else it is dropped
    task_symbols  symbols, which a table permutes
    task_tables  tables, a, b, c …
    task_target_units  what a target is made of
    task_test_questions  test questions of each built-in task
    task_test_share  share of the sources kept for eval and test
    task_told  an answer's step shows the right letter before it; else nothing
    task_units  what the text is made of
    task_validation_share  share of the commands to train on that is kept for validation
    task_values  so many tokens are values, drawn anew for each pair, and only they are outputs; 0: half of the tokens, each once
    task_vectors  vectors of an item
    task_vocabulary  tokens: keys and values, half of them each
    train_average  moving average of the weights that is scored and saved; 0: none
    train_batch  sequences an update
    train_check  'OPTION=VALUE;…' on which a solved run must generalise, else it starts anew from a sub-seed
    train_check_below  a run passes its check with fewer wrong answers per sequence (wrong bits, of a task of bits)
    train_check_episodes  episodes of the check
    train_check_tries  checks that an attempt may fail before it starts anew; until then it trains on, and is checked again after train.patience more validations at train.stop-below or below
    train_checkpoint_every  sequences between checkpoints
    train_clip  the finished gradient by its norm, each matrix by its own, or by value, each number; or flow: each number that flows back through a value, of each sequence, on the way
    train_clip_at  where it is cut
    train_curriculum  which sizes of the task are seen when
    train_curriculum_below  cost a scored bit, in bits, at which the next level opens
    train_curriculum_doublings  times that the open sizes double until all are open
    train_curriculum_levels  parts into which the sizes' range is cut
    train_curriculum_sequences  sequences until all sizes are open
    train_decay  factor of the rate over train.decay-sequences
    train_decay_below  validation goal, in its unit (train.stop-below), at which the rate begins to fall; 0: from the start
    train_decay_floor  share of the rate below which it does not fall
    train_decay_sequences  sequences in which the rate falls by train.decay
    train_decay_stairs  the rate falls at once at their end, not little by little
    train_final_episodes  episodes of the final score, which result.json has: used for nothing else
    train_first_rate  rate of the first train.first-sequences; 0: train.learning-rate
    train_first_sequences  sequences at train.first-rate, before the rate's own schedule begins
    train_gradient_variance  the metric gradient_variance: of one sequence's gradient, from what the parts of a batch differ by
    train_init_from  what the run starts from: a checkpoint file, a run's directory, or a trained model (tapehead list trained)
    train_keep  which weights are the run's: those of the best validation, or the last
    train_label_smoothing  share of each target that goes to all classes alike (to 1/2, of bits) in what training minimises; the cost that is told is without it
    train_learning_rate  the optimiser's rate
    train_momentum  share of the last step that is kept
    train_optimizer  how gradients become steps
    train_other_attempts  'OPTION=VALUE;…' that the second attempt and then every other one has in place of the run's: of its batch, sequences, optimiser, rate, clipping, curriculum, plateau, noise and dropout; with | between several such lists attempts take turns; one that ends unsolved makes room for the next (train.restarts)
    train_patience  validations in a row that must be below
    train_plateau_above  validation goal, in its unit (train.stop-below), above which nothing was learned yet
    train_plateau_sequences  sequences in which a run's validation goal must have been at train.plateau-above or below, else it starts anew from a sub-seed, for train.sequences again; 0: never
    train_reduction  of the gradients of a batch's sequences
    train_restart  number of a restart: other starting weights and another order of the same data
    train_restarts  how often a run that fails its check, or stays on its plateau, may start anew
    train_scheduled_sampling  share of what a model is told it said that is what it would have said itself
    train_scheduled_sampling_by  which tokens it would have said: the likeliest, or drawn from their probabilities
    train_scheduled_sampling_rise  sequences over which that share rises from 0; 0: it is there from the start
    train_sequences  sequences to train on
    train_settle_below  validation goal, in its unit (train.stop-below), at which what waits until the task is learned begins (memory.training-sharpening); it goes back while the goal is above; 0: it is there from the start
    train_settle_sequences  sequences over which that change is made, little by little
    train_stop_below  validation goal that counts as solved, over_oracle (bits per sequence), error (%) or bits (bits per sequence): whichever is the task's; 0: never stop
    train_validate_every  sequences between validations
    train_validation_episodes  episodes a validation
    train_warm_up  sequences over which the rate rises from 0
    train_weight_decay  share of a weight an update takes away, times the rate
    """
