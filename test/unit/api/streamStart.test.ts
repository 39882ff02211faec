/** Lists that are streamed: the first item is read before the status is sent, so that a store that cannot answer still
 *  gives a refusal; and what ends a stream. */

import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { Places } from '../../../api/limits/places.js';
import { framed, listAnswer } from '../../../api/routes/parts.js';
import { streamed } from '../../../api/routing/answer.js';
import { createCors } from '../../../api/routing/cors.js';
import { routesFor } from '../../../api/routing/route.js';
import { createRouter } from '../../../api/routing/router.js';
import type { Answer } from '../../../api/server/port.js';
import { utf8 } from '../../../engine/base/bytes.js';
import { StoreError, type StoreErrorCode } from '../../../engine/store/port.js';
import { header, json, request, settled } from './requests.js';

/** A stream that records what happened to it. */
class Source {
  taken = 0;
  ended = false;

  constructor(
    private readonly items: readonly string[],
    private readonly failure?: Error,
  ) {}

  async *stream(): AsyncIterable<Uint8Array> {
    try {
      for (const item of this.items) {
        this.taken++;
        yield utf8(item);
      }
      if (this.failure) throw this.failure;
    } finally {
      this.ended = true;
    }
  }
}

async function answerWith(handler: () => ReturnType<typeof streamed>, method = 'GET', places = new Places()) {
  const reports: unknown[] = [];
  const response = { 200: Type.Unknown() };
  const route = routesFor<object>()({ method: 'GET', path: '/', summary: '', chapter: '', response, handler });
  const router = createRouter({
    routes: [route],
    context: {},
    cors: createCors(undefined),
    places,
    clientOf: () => 'a client',
    report: (error) => reports.push(error),
  });
  return { answer: await settled(router(request(method, '/'))), reports };
}

async function textOf({ body }: Answer): Promise<string> {
  let text = '';
  for await (const item of body as AsyncIterable<Uint8Array>) text += Buffer.from(item).toString();
  return text;
}

const listOf = (source: Source) => () =>
  streamed('application/json', listAnswer({ success: true }, 'items', source.stream(), { total: 2 }));

describe('a streamed list', () => {
  test.each([
    [['1', ',2'], '{"success":true,"items":[1,2],"total":2}'],
    [[], '{"success":true,"items":[],"total":2}'],
  ])('of %j keeps its frame', async (items, expected) => {
    const { answer } = await answerWith(listOf(new Source(items)));
    expect(await textOf(answer)).toBe(expected);
  });

  test('takes one item before its answer begins, and is ended by whoever leaves it', async () => {
    const source = new Source(['1', ',2', ',3']);
    const { answer } = await answerWith(listOf(source));
    expect([source.taken, source.ended]).toEqual([1, false]);
    await (answer.body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]().return?.();
    expect([source.taken, source.ended]).toEqual([1, true]);
  });

  test('is not begun for HEAD', async () => {
    const source = new Source(['1']);
    await answerWith(listOf(source), 'HEAD');
    expect(source.taken).toBe(0);
  });
});

describe('a store that cannot answer', () => {
  const cases: [StoreErrorCode, number, string, string | undefined][] = [
    ['STORE_BUSY', 503, 'busy', '1'],
    ['STORE_CLOSED', 503, 'stopping', '5'],
    ['STORE_DIED', 503, 'stopping', '5'],
    ['STORE_REOPENING', 503, 'busy', '5'],
    ['STORE_READ_FAILED', 500, 'internal', undefined],
    ['QUERY_FAILED', 500, 'internal', undefined],
  ];
  test.each(cases)('%s is %d %s', async (code, status, name, retry) => {
    const failure = new StoreError(code, 'detail for the operator');
    const throwing = (): never => {
      throw failure;
    };
    const source = new Source([], failure);
    for (const handler of [throwing, listOf(source), () => streamed('text/plain', framed('a', source.stream(), 'b'))]) {
      const { answer, reports } = await answerWith(handler);
      expect([answer.status, header(answer, 'retry-after')]).toEqual([status, retry]);
      expect(json(answer)).toMatchObject({ success: false, code: name });
      expect(String(answer.body)).not.toContain('detail');
      expect(reports).toEqual(status === 500 ? [failure] : []);
    }
  });
});

describe('the place of a stream', () => {
  const items = ['1', '2'];
  const failure = new Error('broken');

  test('is given back when all is taken, when the reader goes, and when the stream fails at its start or later', async () => {
    const places = new Places({ places: 9, perClient: 1, nearShare: 1 });
    const whole = await answerWith(listOf(new Source(items)), 'GET', places);
    expect(places.taken).toBe(1);
    await textOf(whole.answer);
    expect(places.taken).toBe(0);
    const abandoned = await answerWith(listOf(new Source(items)), 'GET', places);
    const iterator = (abandoned.answer.body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
    await iterator.next();
    expect(places.taken).toBe(1);
    await iterator.return?.();
    expect(places.taken).toBe(0);
    const broken = await answerWith(() => streamed('text/plain', new Source([], failure).stream()), 'GET', places);
    expect([broken.answer.status, places.taken]).toEqual([500, 0]);
    const later = await answerWith(listOf(new Source(items, failure)), 'GET', places);
    await expect(textOf(later.answer)).rejects.toThrow('broken');
    expect(places.taken).toBe(0);
    await answerWith(listOf(new Source(items)), 'HEAD', places);
    expect(places.taken).toBe(0);
  });

  test('that is not free is a refusal, and the stream is never begun', async () => {
    const places = new Places({ places: 9, perClient: 1, nearShare: 1 });
    const first = await answerWith(listOf(new Source(items)), 'GET', places);
    const source = new Source(items);
    const { answer, reports } = await answerWith(listOf(source), 'GET', places);
    expect([answer.status, header(answer, 'Retry-After'), (json(answer) as { code: string }).code]).toEqual([
      503,
      '2',
      'busy',
    ]);
    expect([source.taken, reports]).toEqual([0, []]);
    await textOf(first.answer);
    expect((await answerWith(listOf(new Source(items)), 'GET', places)).answer.status).toBe(200);
  });
});
