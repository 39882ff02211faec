/** What a proof of state is checked against.
 *
 *  By default: the header that the node itself shows, which finds a directory that disagrees with the chain, and not a node that makes
 *  up both. With the genesis file: the votes of the validators, followed from the file through every change of their set, so that a
 *  node can only refuse to answer. */

import { readFileSync } from 'node:fs';
import type { RougedClient } from '../../../api/client/client.js';
import type { ProofKeyAnswer } from '../../../api/client/generated/answers.js';
import { toHex } from '../../../engine/base/bytes.js';
import { isRefusal, type Refusal, refuse } from '../../../engine/base/refusal.js';
import { type Genesis, parseGenesis } from '../../../engine/chain/genesis.js';
import { genesisSet } from '../../../engine/state/certificateVerifier.js';
import { LightClient } from '../../../engine/state/lightClient.js';
import { ProofError, verifyProof } from '../../../engine/state/proofVerifier.js';
import { fileErrorCode } from '../../config/durableFile.js';

/** How a key was proven: by the votes of the validators, by the node's own header, or not at all. */
export type ProvenBy = 'validators' | 'node' | 'nobody';

export interface Proven {
  /** Undefined: there is no record. */
  readonly value: Uint8Array | undefined;
  readonly height: number;
}

export interface Trust {
  readonly by: Exclude<ProvenBy, 'nobody'>;
  /** What the state holds at a key. @throws ProofError, or RougedError when there is no proof. */
  valueAt(key: string): Promise<Proven>;
}

function stateRootOf(header: string): string {
  let members: { readonly state_root?: unknown } | null;
  try {
    members = JSON.parse(header) as { readonly state_root?: unknown } | null;
  } catch {
    throw new ProofError('the header is not JSON');
  }
  const root = members?.state_root;
  if (typeof root !== 'string') throw new ProofError('the header has no state_root');
  return root;
}

export const trustInNode = (client: RougedClient): Trust => ({
  by: 'node',
  async valueAt(key) {
    const proof = await client.getProofKey(key);
    return { value: verifyProof(proof, stateRootOf(proof.header), key), height: proof.height };
  },
});

/** Proofs that a block of a changed set overtakes are asked for again. */
const TRIES = 3;

class TrustInValidators implements Trust {
  readonly by = 'validators';
  readonly #client: RougedClient;
  readonly #light: LightClient;

  constructor(client: RougedClient, { chainId, validators, maxValidators }: Genesis) {
    const members = validators.map(({ publicKey, stake }) => ({ publicKey: toHex(publicKey), stake }));
    this.#client = client;
    this.#light = new LightClient({ chainId, from: genesisSet(members, maxValidators) });
  }

  async valueAt(key: string): Promise<Proven> {
    for (let tried = 1; ; tried++) {
      await this.#followSets();
      const proof = await this.#client.getProofKey(key);
      try {
        await this.#followTo(proof);
        return { value: this.#light.valueAt(proof, key), height: proof.height };
      } catch (error) {
        if (!(error instanceof ProofError) || tried === TRIES) throw error;
      }
    }
  }

  async #certificate(height: number) {
    return (await this.#client.getFinalityByHeight(height)).proof;
  }

  /** Every change of the set that is not known yet. */
  async #followSets(): Promise<void> {
    for (let from: number | undefined = this.#light.state.height + 1; from !== undefined; ) {
      const { sets, next_height } = await this.#client.getProofSets({ from_height: from });
      for (const set of sets) {
        const { header, proposer_signature, height } = set;
        this.#light.follow({ header, proposer_signature, certificate: await this.#certificate(height), set });
      }
      if (next_height !== undefined && next_height <= from) throw new ProofError('the changes of the set do not end');
      from = next_height;
    }
  }

  async #followTo({ height, header }: ProofKeyAnswer): Promise<void> {
    if (height === this.#light.state.height) return;
    const { blocks } = await this.#client.getBlocks({ from_height: height, limit: 1 });
    const certificate = await this.#certificate(height);
    this.#light.follow({ header, proposer_signature: blocks[0]?.proposer_sig ?? '', certificate });
  }
}

/** @param path of the genesis file; absent: the node is believed.
 *  @returns a refusal for a file that cannot be read. */
export function trustOf(client: RougedClient, path: string | undefined): Trust | Refusal {
  if (path === undefined) return trustInNode(client);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    return refuse('not_found', `the genesis file ${path} cannot be read (${fileErrorCode(error)})`);
  }
  const genesis = parseGenesis(text);
  return isRefusal(genesis) ? genesis : new TrustInValidators(client, genesis);
}
