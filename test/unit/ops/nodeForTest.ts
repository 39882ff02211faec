/** A small HTTP server that answers the wallet's questions as the specification says a node does, and checks every
 *  signed request with the reference signature code. Accepted transactions are found in a block at the second look. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { concatBytes, fromHex, utf8 } from '../../../engine/base/bytes.js';
import { canonicalJson, isJsonObject, type JsonObject, parseJson } from '../../../engine/base/json.js';
import { SIGNED_JSON } from '../../../engine/base/limits.js';
import { isRefusal } from '../../../engine/base/refusal.js';
import { nobleBackend } from '../../../engine/crypto/mldsa.js';
import { sha256Hex } from '../../../engine/crypto/sha256.js';

export interface Seen {
  readonly path: string;
  readonly body: string;
  readonly payload: JsonObject;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export interface NodeForTest {
  readonly url: string;
  /** Signed requests that were valid, in order. */
  readonly seen: readonly Seen[];
  /** Bodies of all POST requests, in order. */
  readonly posted: readonly { readonly path: string; readonly body: string }[];
  /** Looks for transactions. */
  readonly looks: () => number;
}

export interface NodeSettings {
  readonly chainId?: string;
  /** Answers instead of the usual one, by path. */
  readonly answers?: Readonly<Record<string, Answer>>;
  readonly receiptStatus?: unknown;
  /** More members of a receipt. */
  readonly receipt?: Readonly<Record<string, unknown>>;
  /** More members of the answer to a signed request. */
  readonly accepted?: Readonly<Record<string, unknown>>;
}

function readSigned(path: string, body: string): { seen: Seen; id: string } | undefined {
  const envelope = parseJson(body, SIGNED_JSON);
  if (isRefusal(envelope) || !isJsonObject(envelope)) return undefined;
  const payload = envelope.get('payload');
  const publicKey = fromHex(String(envelope.get('public_key')));
  const signature = fromHex(String(envelope.get('signature')));
  if (!isJsonObject(payload) || !publicKey || !signature) return undefined;
  const signedBytes = utf8(canonicalJson(payload));
  if (!nobleBackend.verify(signature, signedBytes, publicKey)) return undefined;
  if (payload.get('from') !== envelope.get('public_key')) return undefined;
  return { seen: { path, body, payload }, id: sha256Hex(concatBytes(publicKey, signedBytes)) };
}

export async function startNodeForTest(settings: NodeSettings = {}): Promise<NodeForTest> {
  const seen: Seen[] = [];
  const posted: { path: string; body: string }[] = [];
  const looks = new Map<string, number>();

  function answer(method: string, path: string, body: string): Answer {
    if (method === 'POST') posted.push({ path, body });
    const fixed = settings.answers?.[path];
    if (fixed) return fixed;
    if (path === '/api/health') return { status: 200, body: { status: 'ok', chain_id: settings.chainId, height: 4 } };
    if (method === 'POST') {
      const read = readSigned(path, body);
      if (!read)
        return { status: 401, body: { success: false, error: 'invalid signature', code: 'invalid_signature' } };
      seen.push(read.seen);
      looks.set(read.id, 0);
      return { status: 200, body: { success: true, txId: read.id, ...settings.accepted } };
    }
    const id = path.replace('/api/tx/', '');
    const count = looks.get(id);
    if (count === undefined && path.startsWith('/api/balance/'))
      return {
        status: 200,
        body: {
          balance: 1.5,
          balance_quanta: '1500000001',
          tokens: { GOLD: 3 },
          token_balances_raw: { GOLD: '12345678901234567890' },
        },
      };
    looks.set(id, (count ?? 0) + 1);
    if (!count) return { status: 404, body: { success: false, error: 'not found', code: 'not_found' } };
    const receipt = { status: settings.receiptStatus ?? 'Success', ...settings.receipt };
    return { status: 200, body: { success: true, txId: id, blockHeight: 5, receipt } };
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { status, body } = answer(request.method ?? '', request.url ?? '', Buffer.concat(chunks).toString('utf8'));
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    posted,
    looks: () => [...looks.values()].reduce((sum, count) => sum + count, 0),
  };
}
