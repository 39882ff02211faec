/** How long the answers about a call can get: what a small contract logs, emits and returns is bounded, and is said once. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { CONTRACT } from '../../engine/base/limits.js';
import { ChainWatch } from '../support/chainWatch.js';
import { CheckedApi } from '../support/checkedApi.js';
import { signedDeploy } from '../support/contractRequests.js';
import { ContractSession } from '../support/contractSession.js';
import type { Received } from '../support/httpClient.js';
import { type InlineNode, startInlineNode } from '../support/inlineNode.js';
import { signingActor } from '../support/transactions.js';
import { assemble, ModuleBuilder } from '../support/wasm/encoder.js';

const alice = signingActor('contract output: alice');
const MOST = CONTRACT.outputBytes;
/** Characters of JSON for a byte of zero: `\u0000`. */
const ESCAPED = 6;
const CUT = `[lines are left out: the log of a call has at most ${MOST} bytes]`;
const TOO_MANY = `Execution error: the events of a call have more than ${MOST} bytes`;

let node: InlineNode;
let api: CheckedApi;
let watch: ChainWatch;
let session: ContractSession;
let contract: string;

/** A module that logs, emits and returns its memory, which is zeros. */
function loud(): Uint8Array {
  const module = new ModuleBuilder();
  const log = module.importFunction('host_log', ['i32', 'i32'], []);
  const emit = module.importFunction('host_emit_event', ['i32', 'i32', 'i32', 'i32'], []);
  const give = module.importFunction('host_set_return', ['i32', 'i32'], []);
  module.memory(2, 2, 'memory');
  const all = `i32.const 0 i32.const ${MOST}`;
  const emitAll = `i32.const 0 i32.const 0 ${all} call ${emit}`;
  const method = (exported: string, code: string) => module.func({ exported }, assemble(code));
  method('log', `${all} call ${log} `.repeat(14));
  method('logAndStop', `${`${all} call ${log} `.repeat(3)} unreachable`);
  method('emit', `${emitAll} `.repeat(7));
  method('everything', `${all} call ${log} ${emitAll} ${all} call ${give}`);
  method('', 'nop');
  return module.finish();
}

beforeAll(async () => {
  node = await startInlineNode({ genesis: { allocations: [{ address: alice.address, amount: '1000' }] } });
  api = new CheckedApi(node.url);
  watch = await ChainWatch.open(node.url);
  const request = signedDeploy(alice, loud());
  const { status, text } = await api.post('/api/v2/contract/publish', request.body);
  expect(status, text).toBe(200);
  await watch.included(request.txId);
  contract = request.contract;
  session = new ContractSession(api, watch, loud());
});

afterAll(async () => {
  await watch?.close();
  await node?.remove();
});

/** Characters of an answer beside what it says of the contract's output: a receipt has the signer's key. */
const SLACK = 8_192;

/** Asks again on a machine that has no time for a query. */
async function query(method: string): Promise<Received> {
  const answer = await api.post(`/api/contract/${contract}/query`, JSON.stringify({ method }));
  return answer.status === 503 ? query(method) : answer;
}

test('a query says a log once, and no more than a bound', async () => {
  const logged = await query('log');
  expect(logged.json).toMatchObject({ success: true, error: `${'\0'.repeat(MOST)}\n${CUT}` });
  expect(logged.json).not.toHaveProperty('logs');
  expect(logged.text.length).toBeLessThan(ESCAPED * MOST + SLACK);
  const stopped = await query('logAndStop');
  expect(stopped.json).toMatchObject({
    ...{ success: false, error: 'Execution error: unreachable code was executed' },
    logs: ['\0'.repeat(MOST), CUT],
  });
  expect(stopped.text.length).toBeLessThan(ESCAPED * MOST + SLACK);
});

test('events that are too long together end a call', async () => {
  expect((await query('emit')).json).toMatchObject({ success: false, events: [], error: TOO_MANY });
});

test('the receipt of a call with the most that it may leave says each thing once', async () => {
  expect((await query('everything')).text.length).toBeLessThan(3 * ESCAPED * MOST + SLACK);
  const { receipt } = await session.call(alice, contract, 'everything');
  const full = '\0'.repeat(MOST);
  expect(receipt).toMatchObject({
    ...{ status: 'Success', return_data: full, contract_logs: [full] },
    contract_events: [{ contract_addr: contract, topic: '', data: full }],
    logs: [{ event_type: 'contract_call', data: { contract, method: 'everything', gas_used: receipt.gas_used } }],
  });
  expect(JSON.stringify(receipt).length).toBeLessThan(3 * ESCAPED * MOST + SLACK);
});

test('an export without a name, which no call can name, is no method', async () => {
  const { json } = await api.send(`/api/contract/${contract}/interface`);
  expect(json?.methods).toEqual(['log', 'logAndStop', 'emit', 'everything']);
});
