/** A proposer that signs twice: what whoever has a copy of its key can do. */

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { toHex } from '../../engine/base/bytes.js';
import { isRefusal } from '../../engine/base/refusal.js';
import { encodeBlock } from '../../engine/chain/block.js';
import { nobleBackend } from '../../engine/crypto/mldsa.js';
import { nativeProtocol } from '../../engine/protocol/native.js';
import { loadKeyFile } from '../../ops/config/nodeKeys.js';
import { readJournal } from '../crash/nodeDirectory.js';
import type { ClusterNode } from './clusterNode.js';

export interface SecondBlock {
  /** Hash of the block that the proposer itself has made. */
  readonly first: string;
  readonly hash: string;
  /** Protobuf. */
  readonly bytes: Uint8Array;
}

/** The block that a proposer has made for a slot, under another signature of its key: another block. */
export async function secondBlock({ facts: { name, dataDir } }: ClusterNode, height: number): Promise<SecondBlock> {
  const journaled = await readJournal(dataDir);
  if (journaled?.height !== height) throw new Error(`${name} has signed no block of height ${height}`);
  const keys = loadKeyFile(join(dataDir, 'node-keys.json'));
  if (isRefusal(keys)) throw new Error(keys.message);
  const { block, hash: first } = journaled;
  const proposerSignature = nobleBackend.sign(block.headerBytes, keys.secretKey, randomBytes(32));
  const hash = nativeProtocol.blockHash(block.headerBytes, toHex(proposerSignature));
  return { first, hash, bytes: encodeBlock({ ...block, proposerSignature }) };
}
