/** Several voting machines, a proposer that may sign several blocks, voters that contradict themselves, and a network that drops,
 *  delays, repeats and reorders. One height, one seed. Signatures are not made: the machines never look at them. */

import { toHex } from '../../engine/base/bytes.js';
import { invariant, isRefusal } from '../../engine/base/refusal.js';
import { type Certificate, checkCertificate, type VoteType } from '../../engine/chain/certificate.js';
import type { Evidence, SignedHeader } from '../../engine/chain/evidence.js';
import type { Header } from '../../engine/chain/header.js';
import type { Vote } from '../../engine/chain/vote.js';
import { ROUNDS_AHEAD, type VoterSet } from '../../engine/consensus/tally.js';
import { VoteJournal } from '../../engine/consensus/voteJournal.js';
import { Voting, type VotingEffect, type VotingEvent } from '../../engine/consensus/voting.js';
import { PUBLIC_KEY_BYTES, SIGNATURE_BYTES } from '../../engine/crypto/mldsa.js';
import type { SeededRandom } from './random.js';
import { type ReferenceView, ReferenceVoting, shortKey } from './referenceVoting.js';

export const HEIGHT = 5;
const CHAIN_ID = 'voting-net-1';
const PARENT = 'ab'.repeat(32);

interface SlotBlock {
  readonly hash: string;
  readonly header: SignedHeader;
  readonly isValid: boolean;
  /** Nobody ever gets its content. */
  readonly isWithheld: boolean;
}

interface Node {
  readonly key: Uint8Array;
  voting: Voting;
  journal: VoteJournal;
  reference: ReferenceVoting;
  /** What survives a crash. */
  durable: Uint8Array | undefined;
  readonly bodies: Set<string>;
  /** Blocks that must be known again after a restart. */
  readonly headers: Set<string>;
  decided: Certificate | undefined;
  /** The block that should be prepared: it is executed as soon as its body is there. */
  preparing: string | undefined;
  /** The two opinions may differ: a vote came from too far ahead, and only the latest one of its voter was kept. */
  isUncertain: boolean;
  /** What was asked for and is not durable yet, oldest first. */
  readonly asked: Extract<VotingEffect, { kind: 'sign' }>[];
  life: number;
}

interface Pending {
  readonly to: number;
  /** Of the receiver when it is its own event: a crash loses it. */
  readonly life?: number;
  /** `durable`: the signer and the disk are done with the oldest votes that were asked for. */
  readonly event: VotingEvent | { readonly kind: 'durable' };
}

export interface Scenario {
  readonly honest: readonly bigint[];
  readonly byzantine: readonly bigint[];
}

/** Stakes of 4 to 7 voters, of which those that contradict themselves have less than a third. */
export function randomScenario(random: SeededRandom): Scenario {
  const stakes = Array.from({ length: random.between(4, 7) }, () => BigInt(random.between(1, 9)));
  const total = stakes.reduce((sum, stake) => sum + stake, 0n);
  const byzantine: bigint[] = [];
  const honest: bigint[] = [];
  let bad = 0n;
  for (const stake of stakes)
    if (3n * (bad + stake) < total && random.chance(60)) {
      byzantine.push(stake);
      bad += stake;
    } else honest.push(stake);
  return { honest, byzantine };
}

const keyOf = (index: number): Uint8Array => new Uint8Array(PUBLIC_KEY_BYTES).fill(index + 1);
const SIGNATURE = new Uint8Array(SIGNATURE_BYTES).fill(1);

export class VotingNetwork {
  readonly nodes: Node[] = [];
  readonly blocks: SlotBlock[] = [];
  readonly set: VoterSet;
  /** Every vote that an honest node has made durable, by key, type and round. */
  readonly #signed = new Map<string, string>();
  /** These, and those of voters that contradict themselves. */
  readonly #all: Vote[] = [];
  readonly #byzantine: Uint8Array[] = [];
  readonly #stakes = new Map<string, bigint>();
  #pending: Pending[] = [];
  #timers: Pending[] = [];
  /** Signatures that take long: rounds begin and end meanwhile. */
  #slow: Pending[] = [];
  readonly counts = {
    events: 0,
    compared: 0,
    restarts: 0,
    evidence: 0,
    decisions: 0,
    greatestRound: 0,
    repeated: 0,
    late: 0,
  };
  isLossy = true;

  constructor(
    private readonly random: SeededRandom,
    { honest, byzantine }: Scenario,
  ) {
    const stakes = [...honest, ...byzantine];
    for (const [index, stake] of stakes.entries()) this.#stakes.set(shortKey(keyOf(index)), stake);
    this.set = {
      totalStake: stakes.reduce((sum, stake) => sum + stake, 0n),
      stakeOf: (key) => this.#stakes.get(shortKey(key)) ?? 0n,
    };
    this.#makeBlocks();
    for (const [index] of byzantine.entries()) this.#byzantine.push(keyOf(honest.length + index));
    for (const index of honest.keys()) this.nodes.push(this.#born(keyOf(index), new Set(), new Set(), undefined, 0));
  }

  #makeBlocks(): void {
    const count = this.random.between(1, 3);
    const good = this.random.below(count);
    for (let index = 0; index < count; index++) {
      const hash = Array.from({ length: 32 }, () => this.random.below(256).toString(16).padStart(2, '0')).join('');
      const header = { height: HEIGHT, time: index, prev_hash: PARENT } as unknown as Header;
      const proposerSignature = new Uint8Array(4).fill(index);
      this.blocks.push({
        hash,
        header: { header, headerBytes: Buffer.from(JSON.stringify(header)), proposerSignature },
        isValid: index === good || this.random.chance(70),
        isWithheld: index !== good && this.random.chance(30),
      });
    }
  }

  #born(
    key: Uint8Array,
    bodies: Set<string>,
    headers: Set<string>,
    durable: Uint8Array | undefined,
    life: number,
  ): Node {
    const journal = new VoteJournal(CHAIN_ID, key);
    invariant(!journal.restore(durable, 0), 'a journal cannot be restored');
    const { votes, quorum } = journal;
    const voting = new Voting({ publicKey: key, journaled: votes, quorum });
    const reference = new ReferenceVoting(HEIGHT, this.#stakes, key, votes, quorum);
    return {
      ...{ key, voting, journal, reference, durable, bodies, headers },
      ...{ decided: undefined, preparing: undefined, isUncertain: false, asked: [], life },
    };
  }

  /** Opens the slot everywhere, and shows each block to a part of the nodes. */
  start(): void {
    for (const index of this.nodes.keys()) this.#open(index);
    for (const block of this.blocks) {
      const shown = this.random.below(this.nodes.length);
      for (const index of this.nodes.keys())
        if (index === shown || this.blocks.length === 1 || this.random.chance(50)) this.#fetch(index, block);
    }
  }

  #open(index: number): void {
    this.#deliver(index, { kind: 'allowed', above: HEIGHT - 1 });
    this.#deliver(index, { kind: 'height', height: HEIGHT, parentHash: PARENT, set: this.set });
  }

  restart(index: number): void {
    const before = this.nodes[index] as Node;
    const { key, bodies, headers, durable, life } = before;
    this.nodes[index] = this.#born(key, bodies, headers, durable, life + 1);
    this.counts.restarts++;
    this.#open(index);
    for (const block of this.blocks)
      if (headers.has(block.hash)) this.#post(index, { kind: 'proposal', hash: block.hash, header: block.header });
  }

  #post(to: number, event: VotingEvent): void {
    this.#pending.push({ to, event });
  }

  #postOwn(to: number, event: Pending['event']): void {
    const life = this.nodes[to]?.life ?? 0;
    const isSlow = event.kind === 'durable' && this.isLossy && this.random.chance(50);
    (event.kind === 'timeout' ? this.#timers : isSlow ? this.#slow : this.#pending).push({ to, event, life });
  }

  #broadcast(from: number, event: VotingEvent): void {
    for (const to of this.nodes.keys()) {
      if (to === from || (this.isLossy && this.random.chance(30))) continue;
      this.#post(to, event);
      if (this.isLossy && this.random.chance(15)) this.#post(to, event);
    }
  }

  #deliver(index: number, event: VotingEvent): void {
    const node = this.nodes[index] as Node;
    this.counts.events++;
    if (event.kind === 'proposal') {
      node.headers.add(event.hash);
      if (node.bodies.has(event.hash)) this.#postOwn(index, { kind: 'complete', hash: event.hash });
    }
    if (event.kind === 'vote' && event.vote.round > node.voting.round + ROUNDS_AHEAD) node.isUncertain = true;
    const effects = node.voting.step(event);
    this.#compare(node, event, effects);
    for (const effect of effects) this.#perform(index, node, effect);
    this.counts.greatestRound = Math.max(this.counts.greatestRound, node.voting.round);
  }

  #compare(node: Node, event: VotingEvent, effects: readonly VotingEffect[]): void {
    if (node.isUncertain) return;
    const isOpen = node.voting.height > 0;
    const expected = isOpen ? node.reference.step(event, true) : [];
    if (!isOpen) return;
    this.counts.compared++;
    const asked = effects.flatMap((effect) => (effect.kind === 'sign' ? effect.votes : []));
    const seen = ({ round, target, prevoted, decided }: Partial<ReferenceView>) =>
      decided ? { decided } : { round, target, prevoted };
    const { equal, text } = sameText([asked, seen(node.voting.view() ?? {})], [expected, seen(node.reference.view())]);
    invariant(equal, `two opinions after ${event.kind}: ${text}`);
  }

  #perform(index: number, node: Node, effect: VotingEffect): void {
    if (effect.kind === 'sign') {
      node.asked.push(effect);
      this.#postOwn(index, { kind: 'durable' });
    } else if (effect.kind === 'send') for (const vote of effect.votes) this.#broadcast(index, { kind: 'vote', vote });
    else if (effect.kind === 'want') this.#ask(index, effect.hash);
    else if (effect.kind === 'execute') this.#execute(index, node, effect.hash);
    else if (effect.kind === 'timer')
      this.#postOwn(index, { kind: 'timeout', height: effect.height, round: effect.round });
    else if (effect.kind === 'decided') this.#decide(index, node, effect.certificate);
    else if (effect.kind === 'evidence') this.#tellEvidence(index, effect.evidence);
    else invariant(false, 'an own vote is taken for a stranger’s');
  }

  /** Votes that were asked for are signed, and their record is durable. Rounds may have moved on meanwhile. */
  #sign(index: number, node: Node): void {
    const asked = node.asked.shift();
    invariant(asked, 'nothing was asked for');
    const { quorum, prevoted } = asked;
    if (asked.votes.some(({ round }) => round < node.voting.round)) this.counts.late++;
    const claim = node.journal.claim(asked.votes, prevoted);
    invariant(!isRefusal(claim), `the journal refuses a vote: ${isRefusal(claim) ? claim.message : ''}`);
    this.counts.repeated += claim.repeat.length;
    const votes = claim.sign.map((intent) => ({
      ...intent,
      voterKey: node.key,
      signature: SIGNATURE,
    }));
    for (const vote of votes) {
      const slot = `${shortKey(node.key)} ${vote.type} ${vote.round}`;
      const before = this.#signed.get(slot);
      invariant(before === undefined || before === vote.blockHash, `${slot} is signed twice with different blocks`);
      this.#signed.set(slot, vote.blockHash);
      this.#checkLock(vote);
      this.#all.push(vote);
    }
    node.durable = node.journal.encode(votes, quorum);
    node.journal.record(votes, quorum);
    this.#postOwn(index, { kind: 'signed', votes: [...claim.repeat, ...votes] });
  }

  /** By all votes that exist: whoever has precommitted a block prevotes another one only after a later quorum of prevotes for it. */
  #checkLock({ type, round, blockHash, voterKey }: Vote): void {
    if (type !== 'prevote') return;
    const key = shortKey(voterKey);
    const own = this.#all.filter((vote) => vote.type === 'precommit' && shortKey(vote.voterKey) === key);
    const lock = own.reduce<Vote | undefined>(
      (best, vote) => (best && best.round >= vote.round ? best : vote),
      undefined,
    );
    if (!lock || lock.blockHash === blockHash) return;
    const later = this.#all.filter((vote) => vote.type === 'prevote' && vote.round > lock.round);
    const rounds = new Set(later.filter((vote) => vote.blockHash === blockHash).map((vote) => vote.round));
    const isFree = [...rounds].some((one) => {
      const voters = new Set(
        later.flatMap((vote) => (vote.round === one && vote.blockHash === blockHash ? [shortKey(vote.voterKey)] : [])),
      );
      const weight = [...voters].reduce((sum, voter) => sum + (this.#stakes.get(voter) ?? 0n), 0n);
      return weight * 3n > this.set.totalStake * 2n;
    });
    invariant(
      isFree,
      `${key} prevotes another block in round ${round} than it has precommitted in round ${lock.round}`,
    );
  }

  #ask(index: number, hash: string): void {
    const block = this.blocks.find((one) => one.hash === hash);
    if (block && this.nodes.some(({ headers }) => headers.has(hash))) this.#fetch(index, block);
  }

  #fetch(index: number, block: SlotBlock): void {
    this.#giveBody(index, block);
    this.#post(index, { kind: 'proposal', hash: block.hash, header: block.header });
  }

  #giveBody(index: number, { hash, isWithheld }: SlotBlock): void {
    const node = this.nodes[index] as Node;
    if (isWithheld || node.bodies.has(hash)) return;
    node.bodies.add(hash);
    if (node.headers.has(hash)) this.#postOwn(index, { kind: 'complete', hash });
    if (node.preparing === hash) this.#execute(index, node, hash);
  }

  #execute(index: number, node: Node, hash: string): void {
    node.preparing = hash;
    const block = this.blocks.find((one) => one.hash === hash);
    if (block && node.bodies.has(hash)) this.#postOwn(index, { kind: block.isValid ? 'ready' : 'invalid', hash });
  }

  /** The evidence of two blocks reaches some of the others, who may know only one of them. */
  #tellEvidence(index: number, { kind }: Evidence): void {
    this.counts.evidence++;
    if (kind === 'blocks') this.#broadcast(index, { kind: 'equivocation', height: HEIGHT, parentHash: PARENT });
  }

  #decide(index: number, node: Node, certificate: Certificate): void {
    const { blockHash } = certificate;
    const problem = checkCertificate(
      certificate,
      { height: HEIGHT, blockHash, totalStake: this.set.totalStake },
      (key) => this.set.stakeOf(key),
    );
    invariant(!problem, `a decision without a certificate: ${problem?.message}`);
    node.decided = certificate;
    this.counts.decisions++;
    for (const other of this.nodes)
      invariant(
        !other.decided || toHex(other.decided.blockHash) === toHex(blockHash),
        'two nodes have decided different blocks',
      );
    const block = this.blocks.find(({ hash }) => hash === toHex(blockHash));
    invariant(block?.isValid, 'a block is decided that is invalid or unknown');
    this.#broadcast(index, { kind: 'certificate', certificate });
  }

  /** A voter that contradicts itself votes for anything, to some. */
  #misbehave(): void {
    if (this.#byzantine.length === 0) return;
    const voterKey = this.random.pick(this.#byzantine);
    const garbage = 'ee'.repeat(32);
    const blockHash = this.random.chance(10) ? garbage : this.random.pick(this.blocks).hash;
    const type: VoteType = this.random.chance(50) ? 'prevote' : 'precommit';
    const vote: Vote = {
      type,
      height: HEIGHT,
      round: this.random.below(4),
      blockHash,
      voterKey,
      signature: SIGNATURE,
    };
    this.#all.push(vote);
    for (const to of this.nodes.keys()) if (this.random.chance(50)) this.#post(to, { kind: 'vote', vote });
  }

  /** One event of the part without any promise: messages in any order, timers at any time, crashes. */
  disturb(): void {
    if (this.random.chance(8)) this.#misbehave();
    if (this.random.chance(2)) this.restart(this.random.below(this.nodes.length));
    const isDue = (list: readonly Pending[], percent: number): boolean =>
      list.length > 0 && this.random.chance(this.#pending.length === 0 ? 50 : percent);
    const list = isDue(this.#timers, 4) ? this.#timers : isDue(this.#slow, 2) ? this.#slow : this.#pending;
    const [next] = list.splice(this.random.below(list.length), 1);
    if (next) this.#deliverPending(next);
    else this.#offer();
  }

  #deliverPending({ to, life, event }: Pending): void {
    const node = this.nodes[to] as Node;
    if (life !== undefined && life !== node.life) return;
    if (event.kind === 'durable') this.#sign(to, node);
    else this.#deliver(to, event);
  }

  /** Every node offers what it has, as it does each block time. */
  #offer(): void {
    for (const [from, node] of this.nodes.entries()) {
      for (const vote of node.voting.ownVotes()) this.#broadcast(from, { kind: 'vote', vote });
      if (node.decided) this.#broadcast(from, { kind: 'certificate', certificate: node.decided });
    }
  }

  #offerAll(): void {
    for (const [from, node] of this.nodes.entries()) {
      for (const vote of node.voting.votesOf(HEIGHT))
        for (const [to, other] of this.nodes.entries())
          if (to !== from && other.voting.judge(vote) === 'wanted') this.#post(to, { kind: 'vote', vote });
      for (const block of this.blocks)
        if (node.headers.has(block.hash))
          for (const [to, other] of this.nodes.entries()) {
            const knew = other.headers.has(block.hash);
            this.#giveBody(to, block);
            if (!knew) this.#post(to, { kind: 'proposal', hash: block.hash, header: block.header });
          }
      if (node.decided) this.#broadcast(from, { kind: 'certificate', certificate: node.decided });
    }
  }

  /** Everything arrives from now on, and timers end when nothing else happens. @returns turns until all have decided. */
  heal(turns: number): number | undefined {
    this.isLossy = false;
    this.#pending.push(...this.#slow.splice(0));
    for (let turn = 0; turn < turns; turn++) {
      for (let next = this.#pending.shift(); next; next = this.#pending.shift()) this.#deliverPending(next);
      if (this.nodes.every(({ decided }) => decided)) return turn;
      this.#offerAll();
      for (let next = this.#pending.shift(); next; next = this.#pending.shift()) this.#deliverPending(next);
      const timers = this.#timers;
      this.#timers = [];
      for (const timer of timers) this.#deliverPending(timer);
    }
    return undefined;
  }
}

function sameText(one: unknown, other: unknown): { equal: boolean; text: string } {
  const [a, b] = [one, other].map((value) => JSON.stringify(value));
  return { equal: a === b, text: `${a} and ${b}` };
}
