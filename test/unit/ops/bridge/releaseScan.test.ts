/** The scan for releases at one provider, behind whose address a server may lag: what such a one does not show is no proof that nothing was paid. */

import { expect, test } from 'vitest';
import { type JsonValue, parseJson } from '../../../../engine/base/json.js';
import { isRefusal } from '../../../../engine/base/refusal.js';
import type { EvmBridge } from '../../../../engine/bridge/evm/contracts.js';
import { RPC_JSON } from '../../../../engine/bridge/evm/values.js';
import type { OwedRelease } from '../../../../engine/bridge/port.js';
import type { JsonRpc } from '../../../../ops/bridge/jsonRpc.js';
import { scanReleases } from '../../../../ops/bridge/releaseScan.js';

const NOW = 1_700_000_000_000;
const HEAD = 5_000;
const SECONDS_A_BLOCK = 2;

const json = (value: unknown): JsonValue => parseJson(JSON.stringify(value), RPC_JSON) as JsonValue;
const bridge = { bridge: `0x${'ab'.repeat(20)}` } as EvmBridge;
const owed: OwedRelease = {
  ...{ withdrawalId: 'ff'.repeat(32), coin: 'ETH', destination: `0x${'cd'.repeat(20)}`, units: 5n },
  createdAt: NOW - 3_600_000,
};

/** A provider without releases. @param top of the server that is asked with a number, once the logs were asked for. */
async function scanned(top: number) {
  const pages: string[] = [];
  const call = async (method: string, [first]: readonly unknown[]): Promise<JsonValue> => {
    if (method === 'eth_getLogs') {
      pages.push((first as { toBlock: string }).toBlock);
      return json([]);
    }
    const height = first === 'latest' ? HEAD : Number(first);
    if (pages.length > 0 && height > top) return null;
    const timestamp = NOW / 1_000 - (HEAD - height) * SECONDS_A_BLOCK;
    return json({ number: `0x${height.toString(16)}`, timestamp: `0x${timestamp.toString(16)}` });
  };
  const found = await scanReleases({ call } as unknown as JsonRpc, bridge, owed, NOW);
  return { found, last: Number(pages.at(-1)) };
}

test('that every server has looked through finds nothing', async () => {
  expect(await scanned(HEAD)).toEqual({ found: [], last: HEAD });
});

test('rule 12: a server that lags and hides a release: the provider is missing, and nothing is refunded', async () => {
  const { found, last } = await scanned(HEAD - 1);
  expect(last).toBe(HEAD);
  expect(isRefusal(found) && found.code).toBe('busy');
});
