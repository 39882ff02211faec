/** A local network as a developer has it: `run --local`, and the commands on its data directory. */

import { expect } from 'vitest';
import { fromHex } from '../../engine/base/bytes.js';
import { accountOfKey, addressOfKey } from '../../engine/crypto/address.js';
import { type Ran, runCommand } from '../crash/runProgram.js';
import { exchange, JSON_HEADERS, type Received } from './httpClient.js';
import { type LiveNode, type LiveNodeOptions, startNode } from './liveNode.js';
import type { Signed } from './signedRequests.js';
import type { SigningActor } from './transactions.js';

export const startLocal = (options: Omit<LiveNodeOptions, 'local'> = {}): Promise<LiveNode> =>
  startNode({ ...options, local: true });

export type Answer = Readonly<Record<string, unknown>>;

/** `rouged local ...` on a data directory, run in the tests' process. */
export const local = (dataDir: string, ...words: readonly string[]): Promise<Ran> =>
  runCommand(['local', ...words, '--data-dir', dataDir, '--json']);

/** The same, but it must succeed. @returns its answer. */
export async function localAnswer(dataDir: string, ...words: readonly string[]): Promise<Answer> {
  const ran = await local(dataDir, ...words);
  expect(ran.code, `local ${words.join(' ')}: ${ran.err}`).toBe(0);
  return JSON.parse(ran.out) as Answer;
}

export interface PrintedAccount {
  readonly index: number;
  readonly address: string;
  readonly seed: string;
  readonly publicKey: string;
  readonly privateKey: string;
}

export async function accountsOf(dataDir: string): Promise<readonly PrintedAccount[]> {
  return (await localAnswer(dataDir, 'accounts')).accounts as readonly PrintedAccount[];
}

/** A printed account in the form with which tests sign. */
export function signerOf({ publicKey: keyHex, privateKey }: PrintedAccount): SigningActor {
  const publicKey = fromHex(keyHex);
  const secretKey = fromHex(privateKey);
  if (!publicKey || !secretKey) throw new Error('the keys are not hex');
  return { publicKey, secretKey, keyHex, account: accountOfKey(publicKey), address: addressOfKey(publicKey) };
}

export const post = (url: string, operation: string, { body }: Pick<Signed, 'body'>): Promise<Received> =>
  exchange(url, `/api/v2/${operation}`, { method: 'POST', headers: JSON_HEADERS, body });
