/** What this node is to the next slot: its proposer, a voter, or one that hands over what it takes; and why it signs nothing.
 *
 *  In: the active set of the open slot, the producer, the gate of the signatures, the peers. Out: facts for health, answers and
 *  refusals. It decides nothing. */

import { bytesEqual } from '../base/bytes.js';
import type { Problem } from '../base/problem.js';
import { type Refusal, refuse } from '../base/refusal.js';
import { quorumOf } from '../chain/certificate.js';
import { addressOfKey } from '../crypto/address.js';
import type { PeerNetwork } from '../network/peerNetwork.js';
import type { Head } from './head.js';
import type { Producer } from './producer.js';
import type { SigningGate } from './signingGate.js';

export interface RoleParts {
  /** ML-DSA-65 public key of this node. */
  readonly publicKey: Uint8Array;
  /** Whether to produce blocks when the slot is this node's. */
  readonly mine: boolean;
  readonly head: Head;
  readonly producer: Producer;
  readonly gate: SigningGate;
  /** Why the journals let this node sign nothing; undefined when they do. */
  readonly unsigned: Refusal | undefined;
  /** Whether there is a way to other nodes. */
  readonly hasPeers: () => boolean;
  /** The network of peers, once it is there. */
  readonly network: () => PeerNetwork | undefined;
  /** Whether the operator has named other nodes. */
  readonly namesPeers: boolean;
  /** Whether it tells others where it is. */
  readonly isDiscoverable: boolean;
  /** Whether a peer knows a way to the proposer. */
  readonly reachesProposer: () => boolean;
}

/** An operator has to act first: a minute is soon enough to ask again. */
const NOT_PRODUCING_RETRY_SECONDS = 60;

export class Role {
  constructor(private readonly parts: RoleParts) {}

  /** Nobody else can have seen what this key has signed: its stake is enough and it looks for nobody, or it alone votes and its operator
   *  has named nobody who could know better: the set is that of this node's chain, which may be an old copy. */
  get votesAlone(): boolean {
    const { publicKey, head, hasPeers, namesPeers, isDiscoverable } = this.parts;
    const { totalStake, stakeOf, validators } = head.set;
    if (hasPeers() && namesPeers) return false;
    const looksForNobody = !hasPeers() || !isDiscoverable;
    const own = stakeOf(publicKey);
    return (validators.length === 1 && own > 0n) || (looksForNobody && own >= quorumOf(totalStake));
  }

  /** Whether what waits here is this node's to refuse. A node without peers is asked by nobody else. */
  get judges(): boolean {
    return !this.parts.hasPeers() || this.makesNext;
  }

  /** Whether the next slot is this node's, whether it can fill it or not. */
  get isProposer(): boolean {
    const { head, publicKey } = this.parts;
    const { proposer } = head.set;
    return proposer !== undefined && bytesEqual(proposer.publicKey, publicKey);
  }

  /** Whether this node makes the next block. */
  get makesNext(): boolean {
    return this.parts.mine && this.productionProblem === undefined;
  }

  /** Why this node produces nothing although it is configured to; undefined when all is well. */
  get productionProblem(): Problem | undefined {
    const { mine, producer, gate, unsigned } = this.parts;
    if (!mine) return undefined;
    const { halted, standby } = producer;
    const { waiting } = gate;
    return (
      (unsigned && { message: unsigned.message }) ??
      halted ??
      (standby !== undefined ? { message: standby } : waiting === undefined ? undefined : { message: waiting })
    );
  }

  /** `off`: not configured to produce; `halted`: configured to, but cannot; `standby`: the next slot is another validator's. */
  get production(): 'off' | 'halted' | 'standby' | 'producing' {
    const { mine, producer, gate, unsigned } = this.parts;
    if (!mine) return 'off';
    if ((unsigned ?? producer.halted ?? gate.problem) !== undefined) return 'halted';
    if (producer.standby !== undefined) return 'standby';
    return gate.waiting === undefined ? 'producing' : 'halted';
  }

  /** Why this node signs nothing at this moment although it is configured to; undefined when it may. */
  get signingProblem(): string | undefined {
    return this.parts.mine ? this.parts.gate.waiting : undefined;
  }

  /** What is known of another process with this node's key; undefined for nothing. */
  get twin(): string | undefined {
    return this.parts.gate.twin;
  }

  /** What the next block waits for, as far as this node can tell; undefined when nothing is missing that it knows of. */
  get waitsFor(): string | undefined {
    const { head, hasPeers, reachesProposer } = this.parts;
    const { missing, set, tip } = head;
    const height = tip.height + 1;
    if (missing !== undefined)
      return `block ${height} (${missing.slice(0, 16)}) has its certificate, and no peer has sent it`;
    if (!hasPeers() || this.isProposer || reachesProposer() || !set.proposer) return undefined;
    return `no peer has a way to ${addressOfKey(set.proposer.publicKey)}, which makes block ${height}`;
  }

  /** Whether this node's key votes on the next block. */
  get isValidator(): boolean {
    return this.parts.head.set.stakeOf(this.parts.publicKey) > 0n;
  }

  /** Refuses what no block would ever carry. */
  notProducing(): Refusal | undefined {
    const { mine, head, producer, reachesProposer } = this.parts;
    if (head.halt.held) return head.halt.held;
    if (this.makesNext || (!this.isProposer && reachesProposer())) return undefined;
    if (!mine)
      return refuse(
        'not_producing',
        'this node produces no blocks and knows no node that does: it takes no transactions',
        NOT_PRODUCING_RETRY_SECONDS,
      );
    const problem = this.productionProblem;
    return problem === undefined
      ? undefined
      : refuse(
          'not_producing',
          `this node produces no blocks at present: ${problem.message}`,
          producer.retrySeconds ?? NOT_PRODUCING_RETRY_SECONDS,
        );
  }

  /** Whether others belong to its network: peers, or validators beside it. */
  get isConnected(): boolean {
    const network = this.parts.network();
    if (!network) return false;
    return this.parts.head.set.validators.length > 1 || network.peers().length > 0 || network.addresses().length > 0;
  }
}
