/** A chain that a node can check to the last signature, made without a network: real keys, real certificates.
 *
 *  In: how many blocks, and how many transfers each of them has. Out: a data directory of a node that serves the chain, and the
 *  transactions of its blocks. One validator makes and certifies all blocks; its key stays out of the directory, so a node
 *  that starts there adds nothing to the chain. */

import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { fromHex, toHex, utf8 } from '../../engine/base/bytes.js';
import { InvariantError, invariant, isRefusal } from '../../engine/base/refusal.js';
import { type Certificate, makeCertificate } from '../../engine/chain/certificate.js';
import { parseGenesis } from '../../engine/chain/genesis.js';
import { cutKey, type SignedParts } from '../../engine/chain/transaction.js';
import { buildBlock, type ChainRules } from '../../engine/consensus/production.js';
import { addressOfKey } from '../../engine/crypto/address.js';
import type { KeyPair } from '../../engine/crypto/mldsa.js';
import type { PoolItem } from '../../engine/mempool/mempool.js';
import { nativeProtocol } from '../../engine/protocol/native.js';
import { ChainStore } from '../../engine/store/chainStore.js';
import { recover } from '../../engine/store/recovery.js';
import { genesisFileText, genesisPathIn, STAKE_ABOVE_FAUCET } from '../../ops/config/genesisFile.js';
import { openStore } from '../../workers/store/openStore.js';
import { createVerifierPool, type VerifierPool } from '../../workers/verify/verifierPool.js';
import { keyPairOf, openKernel } from '../load/accounts.js';

export const CHAIN_ID = 'rouged-bench-import-1';

/** More than the fees of every transfer of a sender. */
const BALANCE = 1_000_000n * 10n ** 9n;
/** Base fee, which has its ceiling there: no transfer becomes too expensive. */
const FEE = 10n ** 8n;
const BLOCK_TIME_MS = 400;

export interface ChainSize {
  readonly blocks: number;
  /** Of a block. */
  readonly transfers: number;
  readonly senders: number;
}

export interface SignedChain {
  readonly rules: ChainRules;
  readonly genesisPath: string;
  /** The transactions of each block from height 1 on, as they come from a peer. */
  readonly blocks: readonly (readonly SignedParts[])[];
}

const kernel = openKernel();

function transfer(from: KeyPair, to: string, timestamp: number): SignedParts {
  const nonce = randomBytes(16).toString('hex');
  const signedBytes = utf8(
    `{"amount":1.25,"chain_id":"${CHAIN_ID}","from":"${toHex(from.publicKey)}","nonce":"${nonce}",` +
      `"timestamp":${timestamp},"to":"${to}","token":"XRGE","type":"transfer"}`,
  );
  const { publicKey } = from;
  const signature = kernel.sign(signedBytes, from.secretKey);
  return { operation: 'transfer', publicKey, ...cutKey(signedBytes, publicKey), signature };
}

/** The pool that a node on this machine would have for this chain. */
export const poolOf = (threads: number): VerifierPool =>
  createVerifierPool({
    ...{ threads, chainId: CHAIN_ID, protocol: nativeProtocol.name, backend: 'kernel', requireChainId: true },
  });

/** @throws when a transaction does not hold. */
export async function verifiedItems(pool: VerifierPool, parts: readonly SignedParts[]): Promise<readonly PoolItem[]> {
  const answers = await pool.verifyTransactions(parts);
  return answers.map((answer) => {
    if (isRefusal(answer)) throw new InvariantError(`a transfer of the bench is refused: ${answer.message}`);
    return answer;
  });
}

/** @param directory of the node that serves. */
export async function makeSignedChain(directory: string, size: ChainSize): Promise<SignedChain> {
  const validator = keyPairOf(kernel, CHAIN_ID, size.senders);
  const senders = Array.from({ length: size.senders }, (_, index) => keyPairOf(kernel, CHAIN_ID, index));
  const addresses = senders.map(({ publicKey }) => addressOfKey(publicKey));
  // All blocks are in the past of whoever imports them.
  const begin = Date.now() - (size.blocks + 10) * BLOCK_TIME_MS;
  const text = genesisFileText({
    chainId: CHAIN_ID,
    time: begin,
    blockTimeMs: BLOCK_TIME_MS,
    faucetEnabled: false,
    validators: [{ publicKey: toHex(validator.publicKey), stake: STAKE_ABOVE_FAUCET, name: 'bench' }],
    allocations: addresses.map((address) => ({ address, amount: BALANCE })),
    feeCeiling: FEE,
  });
  const genesisPath = genesisPathIn(directory);
  writeFileSync(genesisPath, text);
  const genesis = parseGenesis(text);
  if (isRefusal(genesis)) throw new InvariantError(genesis.message);
  const rules: ChainRules = { genesis, protocol: nativeProtocol };
  const store = await openStore({ directory });
  const pool = poolOf(1);
  try {
    await pool.start();
    const blocks: SignedParts[][] = [];
    const writer = new ChainWriter(rules, validator, await recover(store, rules), store);
    for (let height = 1; height <= size.blocks; height++) {
      const time = begin + height * BLOCK_TIME_MS;
      const parts = Array.from({ length: size.transfers }, (_, index) => {
        const from = (height * size.transfers + index) % senders.length;
        return transfer(senders[from] as KeyPair, addresses[(from + height) % senders.length] as string, time);
      });
      await writer.add(await verifiedItems(pool, parts), time);
      blocks.push(parts);
    }
    return { rules, genesisPath, blocks };
  } finally {
    await pool.close();
    await store.close();
  }
}

class ChainWriter {
  readonly #chain: ChainStore;
  #certificate: Certificate | undefined;

  constructor(
    private readonly rules: ChainRules,
    private readonly validator: KeyPair,
    private readonly recovered: Awaited<ReturnType<typeof recover>>,
    store: Awaited<ReturnType<typeof openStore>>,
  ) {
    this.#chain = new ChainStore(store, recovered);
  }

  /** A block of these transactions, signed, certified and stored. */
  async add(candidates: readonly PoolItem[], now: number): Promise<void> {
    const { rules, validator, recovered } = this;
    const { state, replay } = recovered;
    const executed = buildBlock({
      ...{ rules, state, replay, tip: this.#chain.tip, certificate: this.#certificate, candidates },
      ...{ proposerKey: validator.publicKey, now, outOfTime: () => false },
    });
    invariant(executed.items.length === candidates.length, 'a block of the bench holds all of its transfers');
    const { genesis, protocol } = rules;
    const { height } = executed.header;
    const signature = kernel.sign(executed.headerBytes, validator.secretKey);
    const hash = protocol.blockHash(executed.headerBytes, toHex(signature));
    const blockHash = fromHex(hash) as Uint8Array;
    const vote = protocol.voteBytes(genesis.chainId, 'precommit', height, 0, blockHash);
    this.#certificate = makeCertificate(height, 0, blockHash, [
      { voterKey: validator.publicKey, signature: kernel.sign(vote, validator.secretKey) },
    ]);
    await this.#chain.commit(executed, signature, hash, this.#certificate);
    executed.prepared.commit();
    replay.addBlock(executed.header.time, executed.execution.tags);
  }
}
