/** What the owner of the head needs of the rest of the node, and whom it tells what happens. */

import type { Clock, Log, Timers } from '../base/ports.js';
import type { Block } from '../chain/block.js';
import type { ChainRules, ExecutedBlock } from '../consensus/production.js';
import type { BlockVerifier } from '../intake/verifier.js';
import type { CodeHash } from '../ledger/contractTables.js';
import type { ReplayGuard } from '../ledger/replayGuard.js';
import type { NodeMeasures } from '../measures/nodeMeasures.js';
import type { State } from '../state/state.js';
import type { ChainStore } from '../store/chainStore.js';
import type { StorePort } from '../store/port.js';
import type { Signer } from './signer.js';

export interface HeadParts {
  readonly rules: ChainRules;
  readonly state: State;
  readonly replay: ReplayGuard;
  readonly chain: ChainStore;
  readonly store: StorePort;
  readonly verifier: BlockVerifier;
  readonly log: Log;
  readonly measures: NodeMeasures;
  /** Measures durations. */
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly timers: Timers;
  /** Milliseconds since the epoch, by the clock that blocks are dated with. */
  readonly now: () => number;
  /** Called with each block that is durable and shown. */
  readonly follow: (executed: ExecutedBlock, hash: string) => void;
  /** Resolves when code that the machine lacked is compiled, or cannot be; absent where it compiles it itself. */
  readonly compiled?: ((codeHash: CodeHash) => Promise<void>) | undefined;
  /** Absent in a process that signs nothing. */
  readonly signer?: Signer;
}

/** Whom the head tells what happens. */
export interface HeadListener {
  /** The tip is another block, or the first slot is open. */
  moved(): void;
  /** Header, proposer and signatures of a block for the open slot hold: it may be passed on. */
  candidate(block: Block, hash: string): void;
  /** A block that is needed and not here. @param hash 64 hex characters. */
  wanted(hash: string): void;
  /** The disk takes writes again, or what could not be checked can be. */
  resumed(): void;
}
