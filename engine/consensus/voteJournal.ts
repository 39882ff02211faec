/** Vote journal: a validator signs one prevote and one precommit for each (height, round), across restarts and power cuts.
 *
 *  In: the votes to sign. Out: which of them to sign and which exist already, or a refusal. The record holds the signed votes of the
 *  newest height, so that the lock survives a restart and the same bytes can be sent again, and the quorum that allowed the latest
 *  precommit. This file is the logic; making the
 *  record durable before a vote leaves is the store's part.
 *
 *  Order of effects: claim, sign, encode, make durable, record, send. */

import { VoteJournalRecord } from '../../proto/wire.js';
import { bytesEqual, fromHex, toHex } from '../base/bytes.js';
import { isRefusal, type Refusal, refuse } from '../base/refusal.js';
import { typeFromWire, typeToWire, type Vote, type VoteIntent, voteFromWire, voteToWire } from '../chain/vote.js';

/** Rounds whose votes the record keeps, beside the latest precommit: at 5 s a round, a height that nobody decides for a day would
 *  otherwise fill 120 MB, which are written again with each vote. What is older is refused, never signed again. */
export const JOURNAL_ROUNDS = 16;

export interface VoteClaim {
  /** To be signed now. */
  readonly sign: readonly VoteIntent[];
  /** Signed before: the same bytes. */
  readonly repeat: readonly Vote[];
}

/** A block that a quorum has prevoted in a round. */
export interface PrevotedBlock {
  readonly round: number;
  readonly blockHash: string;
}

/** The content of the journal's bytes. */
export interface VoteRecordContent {
  readonly chainId: string;
  readonly voterKey: Uint8Array;
  readonly height: number;
  readonly votes: readonly Vote[];
  /** The others' prevotes behind the latest precommit. */
  readonly quorum: readonly Vote[];
}

/** Whether both are the vote of one height, round and type. */
export const isSameSlot = (a: VoteIntent, b: VoteIntent): boolean =>
  a.type === b.type && a.height === b.height && a.round === b.round;

export class VoteJournal {
  #height = 0;
  #votes: readonly Vote[] = [];
  #quorum: readonly Vote[] = [];

  /** @param voterKey the node's ML-DSA-65 key. */
  constructor(
    private readonly chainId: string,
    private readonly voterKey: Uint8Array,
  ) {}

  /** The newest height with a vote, or that an operator's reset names; 0 for none. */
  get height(): number {
    return this.#height;
  }

  /** Signed votes of that height. */
  get votes(): readonly Vote[] {
    return this.#votes;
  }

  /** The others' prevotes behind the latest precommit of that height. */
  get quorum(): readonly Vote[] {
    return this.#quorum;
  }

  #latestRound(): number {
    return this.#votes.reduce((latest, { round }) => Math.max(latest, round), 0);
  }

  /** @param prevoted the latest quorum of prevotes that was seen: only one that is later than the latest precommit, and for the block of
   *  the vote, allows a prevote for another block than that precommit's.
   *  @returns a refusal when one of them would contradict a vote of the journal, or is below what it remembers. */
  claim(intents: readonly VoteIntent[], prevoted?: PrevotedBlock): VoteClaim | Refusal {
    const sign: VoteIntent[] = [];
    const repeat: Vote[] = [];
    for (const intent of intents) {
      const known = this.#votes.find((vote) => isSameSlot(vote, intent));
      if (known?.blockHash === intent.blockHash) repeat.push(known);
      else if (known || this.#isPast(intent) || sign.some((other) => isSameSlot(other, intent)))
        return this.#refused(intent, known);
      else if (this.#isLockedFrom(intent, prevoted)) return this.#lockedFrom(intent);
      else sign.push(intent);
    }
    return { sign, repeat };
  }

  /** Below the newest height, or in a round before the latest one: a precommit there could contradict a later prevote. */
  #isPast({ height, round }: VoteIntent): boolean {
    if (height < this.#height) return true;
    // A record without votes closes its own height: it takes the place of a journal that was lost.
    return height === this.#height && (this.#votes.length === 0 || round < this.#latestRound());
  }

  /** The latest precommit. */
  get #lock(): Vote | undefined {
    const precommits = this.#votes.filter(({ type }) => type === 'precommit');
    return precommits.reduce<Vote | undefined>(
      (lock, vote) => (lock && lock.round >= vote.round ? lock : vote),
      undefined,
    );
  }

  #isLockedFrom({ type, height, blockHash }: VoteIntent, prevoted: PrevotedBlock | undefined): boolean {
    const lock = this.#lock;
    if (type !== 'prevote' || lock?.height !== height || lock.blockHash === blockHash) return false;
    return prevoted?.blockHash !== blockHash || prevoted.round <= lock.round;
  }

  #lockedFrom({ height, round }: VoteIntent): Refusal {
    return refuse(
      'rule_violation',
      `the vote journal holds a precommit of round ${this.#lock?.round} for another block of height ${height}, and no later quorum of prevotes was seen: a prevote of round ${round} will not be signed`,
    );
  }

  #refused({ type, height, round }: VoteIntent, known: Vote | undefined): Refusal {
    const has = known
      ? `another ${type} for height ${height}, round ${round}`
      : `votes up to height ${this.#height}, round ${this.#latestRound()}`;
    return refuse(
      'rule_violation',
      `the vote journal holds ${has}; a ${type} for height ${height}, round ${round} will not be signed`,
    );
  }

  /** The votes of the record that has these new ones. */
  #with(added: readonly Vote[]): readonly Vote[] {
    const height = added.reduce((newest, vote) => Math.max(newest, vote.height), this.#height);
    const known = this.#votes.filter((vote) => vote.height === height && !added.some((one) => isSameSlot(one, vote)));
    const votes = [...known, ...added.filter((vote) => vote.height === height)];
    const latest = votes.reduce((round, vote) => Math.max(round, vote.round), 0);
    const lock = votes.reduce((round, vote) => (vote.type === 'precommit' ? Math.max(round, vote.round) : round), 0);
    return votes.filter(
      ({ type, round }) => round > latest - JOURNAL_ROUNDS || (type === 'precommit' && round === lock),
    );
  }

  /** A precommit replaces the quorum; votes of a later height leave none of the earlier one. */
  #quorumWith(added: readonly Vote[], quorum: readonly Vote[]): readonly Vote[] {
    if (added.some(({ type }) => type === 'precommit')) return quorum;
    return added.some(({ height }) => height > this.#height) ? [] : this.#quorum;
  }

  /** The bytes to make durable before these votes leave. Call `record` when they are.
   *  @param added of one height. @param quorum the others' prevotes that allow the precommit among them. */
  encode(added: readonly Vote[], quorum: readonly Vote[]): Uint8Array {
    const votes = this.#with(added);
    return this.#encoded(votes[0]?.height ?? this.#height, votes, this.#quorumWith(added, quorum));
  }

  record(added: readonly Vote[], quorum: readonly Vote[]): void {
    this.#quorum = this.#quorumWith(added, quorum);
    this.#votes = this.#with(added);
    this.#height = this.#votes[0]?.height ?? this.#height;
  }

  #encoded(height: number, votes: readonly Vote[], quorum: readonly Vote[]): Uint8Array {
    return encodeRecord({ chainId: this.chainId, voterKey: this.voterKey, height, votes, quorum });
  }

  /** Whether the durable record is the last one that was recorded here. */
  isLast(bytes: Uint8Array): boolean {
    return bytesEqual(bytes, this.#encoded(this.#height, this.#votes, this.#quorum));
  }

  /** Loads the durable record at start.
   *  @param bytes undefined when there is none.
   *  @param tipHeight of the chain beside it.
   *  @returns a refusal when signing would be unsafe. */
  restore(bytes: Uint8Array | undefined, tipHeight: number): Refusal | undefined {
    if (!bytes) return tipHeight === 0 ? undefined : lost(tipHeight);
    const record = readVoteRecord(bytes);
    if (isRefusal(record)) return record;
    if (record.chainId !== this.chainId)
      return refuse('rule_violation', `the vote journal belongs to chain ${record.chainId}, this is ${this.chainId}`);
    if (!bytesEqual(record.voterKey, this.voterKey))
      return refuse(
        'rule_violation',
        'the vote journal belongs to another key than node-keys.json: restore the two together from the newest backup, or run "rouged keys reset-journal" if the key is a new one',
      );
    this.#height = record.height;
    this.#votes = record.votes;
    this.#quorum = record.quorum;
    return undefined;
  }
}

const lost = (tipHeight: number): Refusal =>
  refuse(
    'rule_violation',
    `the vote journal is lost while the chain stands at height ${tipHeight}: signing could contradict an earlier vote; restore vote-journal.bin, or run "rouged keys reset-journal" if you are certain that this key signed nothing above that height`,
  );

const encodeRecord = ({ chainId, voterKey, height, votes, quorum }: VoteRecordContent): Uint8Array =>
  VoteJournalRecord.encode({
    chainId,
    voterKey,
    height,
    votes: votes.map(({ type, round, blockHash, signature }) => ({
      type: typeToWire(type),
      round,
      blockHash: fromHex(blockHash) ?? new Uint8Array(),
      signature,
    })),
    quorum: quorum.map(voteToWire),
  }).finish();

const unreadable = (what: string): Refusal =>
  refuse(
    'rule_violation',
    `the vote journal cannot be used: ${what}; restore vote-journal.bin from the newest backup of the whole data directory`,
  );

/** @returns a refusal for bytes that are not a record. */
export function readVoteRecord(bytes: Uint8Array): VoteRecordContent | Refusal {
  let record: ReturnType<typeof VoteJournalRecord.decode>;
  try {
    record = VoteJournalRecord.decode(bytes);
  } catch {
    return unreadable('it holds no record that this version can read');
  }
  const { chainId } = record;
  // Copies: the decoder gives views of the whole file.
  const voterKey = new Uint8Array(record.voterKey);
  // The decoder gives 64-bit integers as objects.
  const height = Number(record.height);
  if (chainId === '' || voterKey.length === 0) return unreadable('it names no chain or no key');
  const votes: Vote[] = [];
  for (const { type: number, round, blockHash, signature } of record.votes) {
    const type = typeFromWire(number ?? 0);
    if (!type || blockHash?.length !== 32 || !signature?.length) return unreadable('a vote in it is damaged');
    const vote: Vote = {
      type,
      height,
      round: round ?? 0,
      blockHash: toHex(blockHash),
      voterKey,
      signature: new Uint8Array(signature),
    };
    if (votes.some((other) => isSameSlot(other, vote))) return unreadable('it holds two votes of one round and type');
    votes.push(vote);
  }
  const quorum: Vote[] = [];
  for (const message of record.quorum) {
    const vote = voteFromWire(message);
    if (isRefusal(vote)) return unreadable('a prevote of others in it is damaged');
    quorum.push(vote);
  }
  return { chainId, voterKey, height, votes, quorum };
}

/** A record that says "nothing is signed up to this height", for an operator who replaces a lost journal, and for a key that becomes
 *  a validator of an existing chain. */
export const emptyVoteJournal = (chainId: string, voterKey: Uint8Array, height: number): Uint8Array =>
  encodeRecord({ chainId, voterKey, height, votes: [], quorum: [] });
