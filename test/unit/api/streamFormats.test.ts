/** What a connection of the stream speaks: the choice from an offer, and requests in both formats, good, damaged and random. */

import { expect, test } from 'vitest';
import { formatOf, PROTOBUF_SUBPROTOCOL } from '../../../api/stream/formats.js';
import type { ClientRequest } from '../../../api/stream/frames.js';
import { isRefusal } from '../../../engine/base/refusal.js';
import { damaged } from '../../fuzz/values.js';
import { SeededRandom, testSeed } from '../../support/random.js';
import { factsOfFrame, factsOfText, requestFrame } from '../../support/streamFrames.js';

const json = formatOf('');
const protobuf = formatOf(PROTOBUF_SUBPROTOCOL);
const REQUESTS = 3_000;

const TOPICS = ['blocks', 'token:GOLD', '', 'grüße 🪙', '\u0000', 'x'.repeat(300)];

function someRequest(random: SeededRandom): ClientRequest {
  const topics = (): string[] => Array.from({ length: random.below(5) }, () => random.pick(TOPICS));
  const from = random.pick([undefined, 0, 1, 127, 128, 2 ** 32, Number.MAX_SAFE_INTEGER]);
  return { subscribe: topics(), unsubscribe: topics(), from };
}

test('an offer chooses protobuf by its exact name, wherever it stands', () => {
  expect([json.subprotocol, json.kind]).toEqual([undefined, 'text']);
  expect([protobuf.subprotocol, protobuf.kind]).toEqual(['rouged.v1.protobuf', 'binary']);
  for (const offer of [
    'a, rouged.v1.protobuf',
    'rouged.v1.protobuf,b',
    ' rouged.v1.protobuf\t',
    ',,rouged.v1.protobuf',
  ])
    expect(formatOf(offer), offer).toBe(protobuf);
  for (const offer of ['rouged.v1', 'rouged.v1.protobuf2', 'Rouged.v1.protobuf', 'rouged.v1.protobuf x', 'json'])
    expect(formatOf(offer), offer).toBe(json);
});

test('a request is read the same from both formats, and nothing else is read from damaged bytes', () => {
  const random = new SeededRandom(testSeed());
  let refused = 0;
  for (let index = 0; index < REQUESTS; index++) {
    const request = someRequest(random);
    const bytes = requestFrame({ ...request });
    expect(protobuf.read(bytes)).toEqual(request);
    expect(json.read(JSON.stringify(request))).toEqual(request);
    const noise = Uint8Array.from({ length: random.below(60) }, () => random.below(256));
    const answer = protobuf.read(random.chance(70) ? damaged(bytes, random) : noise);
    if (isRefusal(answer)) {
      refused++;
      expect(['malformed_body', 'malformed_parameter']).toContain(answer.code);
      continue;
    }
    if ('auth' in answer) continue;
    const { subscribe, unsubscribe, from } = answer;
    for (const topic of [...subscribe, ...unsubscribe]) expect(typeof topic).toBe('string');
    expect(from === undefined || (Number.isSafeInteger(from) && from >= 0)).toBe(true);
  }
  expect(refused).toBeGreaterThan(REQUESTS / 4);
  expect(refused).toBeLessThan(REQUESTS);
});

test('what the node says to one client is the same in both formats', () => {
  const frames = [
    { type: 'subscribed', topics: ['blocks', 'grüße'], seq: 5 },
    { type: 'subscribed', topics: [], seq: 0 },
    { type: 'resumed', seq: Number.MAX_SAFE_INTEGER },
    { type: 'auth_error', error: 'malformed auth', code: 'malformed_body' },
    { type: 'error', error: 'a sentence', code: 'busy' },
    { type: 'error', error: 'a sentence', code: 'events_pruned', oldest: 1, seq: 0 },
  ] as const;
  for (const frame of frames) {
    expect(JSON.parse(String(json.write(frame)))).toEqual(frame);
    expect(factsOfFrame(protobuf.write(frame) as Uint8Array)).toEqual(factsOfText(String(json.write(frame))));
  }
});

test('a proof is read from both formats, alone, and a private event is written in both', () => {
  const auth = { payload: { action: 'messenger_ws_subscribe' }, signature: '00' };
  expect(json.read(JSON.stringify({ auth }))).toEqual({ auth });
  expect(protobuf.read(requestFrame({ auth: JSON.stringify(auth) }))).toEqual({ auth });
  expect(protobuf.read(requestFrame({ auth: 'no JSON' }))).toEqual({ auth: undefined });
  expect(json.read(JSON.stringify({ auth, from: 1 }))).toMatchObject({ code: 'malformed_body' });
  expect(protobuf.read(requestFrame({ auth: '{}', from: 1 }))).toMatchObject({ code: 'malformed_body' });
  const many = JSON.stringify({ payload: Array.from({ length: 1_000 }, () => 1) });
  expect(protobuf.read(requestFrame({ auth: many }))).toMatchObject({ code: 'malformed_body' });
  expect(json.read(`{"auth":${many}}`)).toMatchObject({ code: 'malformed_body' });
  const event = { type: 'new_mail', data: { id: 'ff'.repeat(32) } };
  expect(JSON.parse(String(json.writePrivate(event)))).toEqual({ type: 'new_mail', ...event.data });
  expect(factsOfFrame(protobuf.writePrivate(event) as Uint8Array)).toEqual({ type: 'new_mail', ...event.data });
});
