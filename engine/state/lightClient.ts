/** Follows a chain without its blocks: from the genesis validators through every change of the set to "this balance is final".
 *
 *  In: headers with their certificates, and at each change of the set the record of the new one, proven under the header's state root
 *  (`GET /api/proof/sets`, `GET /api/finality/:height`). Out: the latest final header and what its state holds. Nothing
 *  that a server says is believed without a signature or a hash; what does not hold is an error, and changes nothing.
 *
 *  Headers between two changes may be left out: the set that is known certifies all of them. This is safe while at most a third of its
 *  stake lies, as everywhere on the chain. A client that was away for long should not skip a change: ask for all of them in order. */

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import { type CertificateJson, type VerifySignature, verifyCertificate, verifyMlDsa65 } from './certificateVerifier.js';
import {
  type AccountRecord,
  type ActiveMember,
  accountStateKey,
  activeSetStateKey,
  ProofError,
  type ProofJson,
  readAccountRecord,
  readActiveSet,
  verifyProof,
} from './proofVerifier.js';

export interface FinalHeader {
  /** The text that is hashed and signed. */
  readonly header: string;
  /** Hex. */
  readonly proposer_signature: string;
  readonly certificate: CertificateJson;
  /** Proof of the set's record under this header's state root: needed where the set changes, allowed everywhere. */
  readonly set?: ProofJson;
}

/** What a client has to keep to go on later. */
export interface LightState {
  readonly height: number;
  /** 64 hex characters; empty at height 0. */
  readonly blockHash: string;
  readonly stateRoot: string;
  /** The set of the next height. */
  readonly validators: readonly ActiveMember[];
}

export interface LightClientOptions {
  readonly chainId: string;
  /** `genesisSet`, or the state of an earlier run that is still trusted. */
  readonly from: readonly ActiveMember[] | LightState;
  readonly verifySignature?: VerifySignature;
}

interface HeaderMembers {
  readonly chain_id: string;
  readonly height: number;
  readonly prev_hash: string;
  readonly state_root: string;
}

function readHeader(text: string): HeaderMembers {
  let value: Partial<HeaderMembers> | null;
  try {
    value = JSON.parse(text) as Partial<HeaderMembers> | null;
  } catch {
    throw new ProofError('the header is not JSON');
  }
  const { chain_id, height, prev_hash, state_root } = value ?? {};
  if (typeof chain_id !== 'string' || typeof prev_hash !== 'string' || typeof state_root !== 'string')
    throw new ProofError('the header has no chain_id, prev_hash or state_root');
  if (typeof height !== 'number' || !Number.isSafeInteger(height)) throw new ProofError('the header has no height');
  return { chain_id, height, prev_hash, state_root };
}

const isState = (from: readonly ActiveMember[] | LightState): from is LightState => !Array.isArray(from);

export class LightClient {
  readonly #chainId: string;
  readonly #verifySignature: VerifySignature;
  #state: LightState;

  constructor({ chainId, from, verifySignature = verifyMlDsa65 }: LightClientOptions) {
    this.#chainId = chainId;
    this.#verifySignature = verifySignature;
    this.#state = isState(from) ? from : { height: 0, blockHash: '', stateRoot: '', validators: from };
  }

  get state(): LightState {
    return this.#state;
  }

  /** Goes to a later final header. @throws ProofError when it is not proven to be one; then nothing has changed. */
  follow({ header: text, proposer_signature: signature, certificate, set }: FinalHeader): LightState {
    const header = readHeader(text);
    const { height } = header;
    const before = this.#state;
    if (header.chain_id !== this.#chainId) throw new ProofError(`the header belongs to chain ${header.chain_id}`);
    if (height <= before.height) throw new ProofError(`height ${height} is not above ${before.height}`);
    if (height === before.height + 1 && before.height > 0 && header.prev_hash !== before.blockHash)
      throw new ProofError('the header does not follow the latest one');
    const encoder = new TextEncoder();
    const blockHash = bytesToHex(sha256(concatBytes(encoder.encode(text), encoder.encode(signature))));
    const expected = { chainId: this.#chainId, height, blockHash, validators: before.validators };
    verifyCertificate(certificate, expected, this.#verifySignature);
    const validators = set ? readActiveSet(verifyProof(set, header.state_root, activeSetStateKey)) : before.validators;
    this.#state = { height, blockHash, stateRoot: header.state_root, validators };
    return this.#state;
  }

  /** What the state of the latest final header holds at a key. @throws ProofError when the proof is of another state. */
  valueAt(proof: ProofJson, key: string): Uint8Array | undefined {
    if (this.#state.height === 0) throw new ProofError('no header has been followed yet');
    return verifyProof(proof, this.#state.stateRoot, key);
  }

  /** The record of an account: its balance is final. @param account 32 bytes. */
  account(proof: ProofJson, account: Uint8Array): AccountRecord {
    return readAccountRecord(this.valueAt(proof, accountStateKey(account)));
  }
}
