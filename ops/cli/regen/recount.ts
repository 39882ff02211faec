/** Counts a proposal anew from public answers alone.
 *
 *  In: what a node answers about a proposal, and its list of weights. Out: the count, and every difference to what the node says.
 *  Checked: the signature of the home under the frozen rules, that of the creator, the root of the list, what follows from the list, the
 *  signature of every vote under the exact text, one vote a wallet, every weight, the totals, the status. Not checkable from one answer:
 *  whether the list is that of the block (a node that has its state can compare), and votes that the home leaves out (their
 *  signers can look for them). */

import { fromHex, joinBytes, toHex, utf8 } from '../../../engine/base/bytes.js';
import { SIGNED_JSON } from '../../../engine/base/limits.js';
import { isRefusal, type Refusal, refuse } from '../../../engine/base/refusal.js';
import { SERVICE_SIGNED_BYTES } from '../../../engine/base/serviceLimits.js';
import { type AccountId, accountOfBytes, accountOfKey, addressOf } from '../../../engine/crypto/address.js';
import { PUBLIC_KEY_BYTES, SIGNATURE_BYTES, type SignatureBackend } from '../../../engine/crypto/mldsa.js';
import { sha256 } from '../../../engine/crypto/sha256.js';
import { checkSigner } from '../../../engine/ledger/decode.js';
import { type PayloadMember, PayloadReader } from '../../../engine/ledger/payload.js';
import { withCommonMembers } from '../../../engine/ledger/payloadMembers.js';
import { SignedText } from '../../../engine/ledger/signedText.js';
import { type Opening, openingReader } from '../../../engine/services/kinds/votes/opening.js';
import { proposalReader } from '../../../engine/services/kinds/votes/proposalFields.js';
import {
  addVote,
  NO_VOTES,
  type Status,
  statusOf,
  type Tally,
  turnoutOf,
} from '../../../engine/services/kinds/votes/tally.js';
import { voteReader } from '../../../engine/services/kinds/votes/voteFields.js';
import { entryOf, rootOf, shareOf, weightOf } from '../../../engine/services/kinds/votes/weightList.js';

export interface SignedAnswer {
  readonly publicKey: string;
  readonly signedPayload: string;
  readonly signature: string;
}

type Shown = Readonly<Record<string, unknown>>;

/** GET /api/regen/proposals/:id. */
export interface ProposalAnswer extends Shown {
  readonly id: string;
  readonly status: string;
  readonly cancelled: boolean;
  readonly payoutTxId: string | null;
  readonly proposal: Shown;
  readonly tally: Shown;
  readonly request: SignedAnswer;
  readonly opening: SignedAnswer;
  readonly votes: readonly (SignedAnswer & Shown)[];
}

/** GET /api/regen/proposals/:id/snapshot. */
export interface SnapshotAnswer extends Shown {
  readonly weights: readonly {
    readonly account: string;
    readonly balanceQuanta: string;
    readonly weightQuanta: string;
  }[];
}

export interface Recount {
  readonly tally: Tally;
  readonly status: Status;
  readonly opening: Opening;
  /** Wallets of the list. */
  readonly wallets: number;
  /** Signatures that were checked. */
  readonly signatures: number;
  readonly differences: readonly string[];
}

/** The part of a kind that reads what somebody signed. */
interface Reader<F> {
  readonly name: string;
  readonly members: readonly PayloadMember[];
  decode(reader: PayloadReader, sender: AccountId): F | undefined;
}

interface Read<F> {
  readonly fields: F;
  readonly sender: AccountId;
  /** Signed, milliseconds. */
  readonly timestamp: number;
  /** Of the record, hex. */
  readonly id: string;
}

const BOUNDS = { ...SIGNED_JSON, characters: SERVICE_SIGNED_BYTES };

export class Recounting {
  readonly #differences: string[] = [];
  #signatures = 0;

  constructor(
    private readonly backend: Pick<SignatureBackend, 'verify'>,
    private readonly shown: ProposalAnswer,
    private readonly snapshot: SnapshotAnswer | undefined,
  ) {}

  /** @param now milliseconds. @returns a refusal when there are no signed rules to count by. */
  run(now: number): Recount | Refusal {
    const opened = this.#read('the rules', this.shown.opening, openingReader);
    if (!opened) return refuse('rule_violation', this.#differences.join('; '));
    const rules = opened.fields;
    this.#compareRules(rules);
    this.#compareRequest(rules);
    const weights = this.#weights(rules);
    const tally = this.#count(rules, weights);
    const status = this.#compareResult(rules, tally, now);
    return {
      ...{ tally, status, opening: rules, wallets: weights.size },
      ...{ signatures: this.#signatures, differences: this.#differences },
    };
  }

  #differ(sentence: string): undefined {
    this.#differences.push(sentence);
    return undefined;
  }

  #compare(what: string, shown: unknown, computed: unknown): void {
    if (JSON.stringify(shown) !== JSON.stringify(computed))
      this.#differ(`${what}: the node says ${JSON.stringify(shown)}, counted is ${JSON.stringify(computed)}`);
  }

  /** Reads a signed text, when its signature holds. */
  #read<F>(what: string, { publicKey, signedPayload, signature }: SignedAnswer, kind: Reader<F>): Read<F> | undefined {
    const key = fromHex(publicKey, PUBLIC_KEY_BYTES);
    const seal = fromHex(signature, SIGNATURE_BYTES);
    const bytes = utf8(signedPayload);
    this.#signatures++;
    if (!key || !seal || !this.backend.verify(seal, bytes, key))
      return this.#differ(`the signature of ${what} does not hold`);
    const signed = SignedText.read(bytes, what, BOUNDS, SERVICE_SIGNED_BYTES);
    if (isRefusal(signed)) return this.#differ(`${what}: ${signed.message}`);
    const problem = checkSigner(signed.payload, key);
    if (problem) return this.#differ(`${what}: ${problem.message}`);
    const reader = new PayloadReader(signed.payload, withCommonMembers(kind.members));
    const sender = accountOfKey(key);
    const fields = kind.decode(reader, sender);
    const timestamp = reader.integer('timestamp');
    if (fields === undefined || timestamp === undefined || reader.refusal)
      return this.#differ(`${what}: ${reader.refusal?.message ?? 'incomplete'}`);
    return { fields, sender, timestamp, id: toHex(sha256(joinBytes([key, bytes]))) };
  }

  #compareRules(rules: Opening): void {
    const signed: Shown = {
      ...{ id: rules.proposalId, home: addressOf(rules.home), creator: addressOf(rules.creator) },
      ...{ startsAtMs: rules.startsAtMs, endsAtMs: rules.endsAtMs, createdAtMs: rules.startsAtMs },
      ...{ snapshotHeight: rules.snapshotHeight, snapshotRoot: rules.snapshotRoot },
      ...{ eligibleVoters: rules.eligibleVoters, eligibleTotalQuanta: String(rules.eligibleTotal) },
      ...{ capQuanta: String(rules.cap), capBps: rules.capBps },
      ...{ turnoutQuanta: String(rules.turnout), turnoutBps: rules.turnoutBps },
      excluded: rules.excluded.map(addressOf),
    };
    for (const [name, value] of Object.entries(signed)) {
      this.#compare(name, this.shown[name], value);
      this.#compare(`proposal.${name}`, this.shown.proposal[name], value);
    }
  }

  #compareRequest({ request, creator }: Opening): void {
    const read = this.#read('the request of the creator', this.shown.request, proposalReader);
    if (!read) return;
    this.#compare('the request that was opened', read.id, request);
    this.#compare('creator', addressOf(read.sender), addressOf(creator));
    const { title, summary, territory = null, link = null, recipient } = read.fields;
    const texts = { title, summary, territory, link, recipient: recipient === undefined ? null : addressOf(recipient) };
    for (const [name, value] of Object.entries(texts)) this.#compare(name, this.shown[name], value);
  }

  /** The weights by account, checked against the root. */
  #weights(rules: Opening): ReadonlyMap<AccountId, bigint> {
    const weights = new Map<AccountId, bigint>();
    if (!this.snapshot) return weights;
    const entries: Uint8Array[] = [];
    const excluded = new Set(rules.excluded);
    let total = 0n;
    for (const { account: hex, balanceQuanta, weightQuanta } of this.snapshot.weights) {
      const account = accountOfBytes(fromHex(hex, 32) ?? new Uint8Array(0));
      const balance = /^\d{1,38}$/.test(balanceQuanta) ? BigInt(balanceQuanta) : 0n;
      if (weights.has(account)) this.#differ(`the list has the account ${hex} twice`);
      if (excluded.has(account)) this.#differ(`the list has the excluded account ${hex}`);
      const weight = weightOf(balance, rules.cap);
      this.#compare(`weight of ${hex} in the list`, weightQuanta, String(weight));
      weights.set(account, weight);
      entries.push(entryOf(account, balance));
      total += balance;
    }
    this.#compare('root of the list', rootOf(joinBytes(entries)), rules.snapshotRoot);
    this.#compare('wallets of the list', entries.length, rules.eligibleVoters);
    this.#compare('sum of the list', String(total), String(rules.eligibleTotal));
    this.#compare('cap', String(shareOf(total, rules.capBps)), String(rules.cap));
    this.#compare('turnout that is needed', String(shareOf(total, rules.turnoutBps)), String(rules.turnout));
    return weights;
  }

  #count(rules: Opening, weights: ReadonlyMap<AccountId, bigint>): Tally {
    let tally = NO_VOTES;
    const counted = new Set<AccountId>();
    for (const vote of this.shown.votes) {
      const read = this.#read(`the vote of ${String(vote.voter)}`, vote, voteReader);
      if (!read) continue;
      const voter = addressOf(read.sender);
      const { choice, proposalId } = read.fields;
      this.#compare('voter of a vote', vote.voter, voter);
      this.#compare(`choice of ${voter}`, vote.choice, choice);
      this.#compare(`proposal of the vote of ${voter}`, proposalId.toLowerCase(), rules.proposalId.toLowerCase());
      if (read.timestamp >= rules.endsAtMs) this.#differ(`the vote of ${voter} was signed after the end`);
      if (counted.has(read.sender)) this.#differ(`${voter} has two votes`);
      counted.add(read.sender);
      const weight = weights.get(read.sender) ?? 0n;
      this.#compare(`weight of ${voter}`, vote.weight, String(weight));
      if (weight > 0n) tally = addVote(tally, choice, weight);
    }
    return tally;
  }

  #compareResult(rules: Opening, tally: Tally, now: number): Status {
    const { yes, no, abstain, voters } = tally;
    const counted: Shown = { yes, no, abstain, turnout: turnoutOf(tally) };
    for (const [name, value] of Object.entries(counted)) this.#compare(name, this.shown.tally[name], String(value));
    this.#compare('voters', this.shown.tally.voters, voters);
    const facts = { isCancelled: this.shown.cancelled, isPaid: this.shown.payoutTxId !== null, ...rules };
    const status = statusOf(facts, tally, now);
    this.#compare('status', this.shown.status, status);
    return status;
  }
}
