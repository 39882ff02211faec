/** Chance, hashes of blocks, and calls of other contracts. */

import type { ContractScene } from '../../../../engine/vm/scene.js';
import { MEMORY_END, OUT_AT, room, text } from '../hostProbe.js';
import type { Asked } from '../recordingScene.js';
import { broken, half, I64_MAX, I64_MIN, type Row, utf8 } from './row.js';

const hash = new Uint8Array(32).fill(0xbb);
const blocks: Partial<ContractScene> = { blockHash: () => hash };
const drawn = new Uint8Array(32).fill(0xaa);

export const chanceRows: readonly Row[] = [
  ['host_random', 'always', [OUT_AT], { result: 32, out: drawn, asked: [['random']] }],
  [
    'host_block_hash',
    'it is known',
    [40n, OUT_AT],
    { answers: blocks, result: 32, out: hash, asked: [['blockHash', 40n]] },
  ],
  ['host_block_hash', 'it is not known', [41n, OUT_AT], { result: -1, out: '' }],
  ['host_block_hash', 'the height is negative', [I64_MIN, OUT_AT], { result: -1, asked: [['blockHash', I64_MIN]] }],
  ['host_random', 'the output is outside', [MEMORY_END - 31], { result: -4 }],
  ['host_block_hash', 'the output is outside', [40n, MEMORY_END - 31], { answers: blocks, result: -4 }],
];

const queues: Partial<ContractScene> = { queueCall: () => 4 };
const answered: Partial<ContractScene> = { callResult: () => utf8('done') };
const order = (gas: bigint): readonly Asked[] => [['queueCall', 'c0ffee', 'go', '{}', gas]];
const call = [text('c0ffee'), text('go'), text('{}')];

export const callRows: readonly Row[] = [
  ['host_call_contract', 'it is queued', [...call, 900n], { answers: queues, result: 4, asked: order(900n) }],
  ['host_call_contract', 'the first', [...call, 0n], { answers: { queueCall: () => 0 }, result: 0, asked: order(0n) }],
  [
    'host_call_contract',
    'the gas is negative',
    [...call, I64_MIN],
    { answers: queues, result: 4, asked: order(I64_MIN) },
  ],
  [
    'host_call_contract',
    'the gas is the greatest number',
    [...call, I64_MAX],
    { answers: queues, result: 4, asked: order(I64_MAX) },
  ],
  ['host_call_contract', 'the call is too deep', [...call, 900n], { result: -1, asked: order(900n) }],
  [
    'host_call_contract',
    'no UTF-8',
    [half, broken, text(''), 1n],
    { answers: queues, result: 4, asked: [['queueCall', '\ufffd', '\ufffd(', '', 1n]] },
  ],
  [
    'host_get_call_result',
    'it is there',
    [4, room(4)],
    { answers: answered, result: 4, out: 'done', asked: [['callResult', 4]] },
  ],
  ['host_get_call_result', 'it is not known', [4, room(4)], { result: -1, out: '' }],
  ['host_get_call_result', 'the number is negative', [-1, room(4)], { result: -1, asked: [['callResult', -1]] }],
  ['host_get_call_result', 'it failed', [4, room(4)], { answers: { callResult: () => 'failed' }, result: -2, out: '' }],
  ['host_get_call_result', 'the buffer is too small', [4, room(3)], { answers: answered, result: -3, out: '' }],
];
