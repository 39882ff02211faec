/** What the thread of the services asks the running chain: the directory, the times of blocks, signatures of this node. */

import type { Refusal } from '../base/refusal.js';
import type { AccountId } from '../crypto/address.js';
import type { VerifierPort } from '../intake/verifier.js';
import type { StateView } from '../state/overlay.js';
import type { StorePort } from '../store/port.js';
import { type HeightTime, readBlockTimes } from './replication/blockTimes.js';
import { StateDirectory } from './stateDirectory.js';

export interface ChainForServicesParts {
  readonly state: StateView;
  readonly chain: { readonly tip: { readonly height: number } };
  readonly store: Pick<StorePort, 'getMany'>;
  readonly verifier: Pick<VerifierPort, 'sign'>;
  /** Hands a request to another node. */
  readonly forward: (home: AccountId, service: string, body: Uint8Array) => Promise<Uint8Array | Refusal>;
}

export class ChainForServices extends StateDirectory {
  constructor(private readonly parts: ChainForServicesParts) {
    super(parts.state);
  }

  sign(message: Uint8Array): Promise<Uint8Array | Refusal> {
    return this.parts.verifier.sign(message, 'own');
  }

  blockTimes(heights: readonly number[]): Promise<readonly HeightTime[]> {
    return readBlockTimes(this.parts.store, this.parts.chain, heights);
  }

  forward(home: AccountId, service: string, body: Uint8Array): Promise<Uint8Array | Refusal> {
    return this.parts.forward(home, service, body);
  }
}
