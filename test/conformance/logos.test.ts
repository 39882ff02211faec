/** Logos through HTTP: pictures in, images for tokens out, every refusal with its status, and a node that still answers
 *  all other clients meanwhile. */

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { LOGO_BODY_BYTES, LOGO_QUEUE, TOKEN_IMAGE_CHARACTERS } from '../../engine/base/limits.js';
import { CheckedApi } from '../support/checkedApi.js';
import { readExposition } from '../support/exposition.js';
import { exchange, JSON_HEADERS, type Received } from '../support/httpClient.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { animated, BLUE, declaredPng, noise, painted, RED } from '../support/pictures.js';
import { SeededRandom, testSeed } from '../support/random.js';

const PATH = '/api/token/logo';
const seed = testSeed();

let node: LiveNode;
let api: CheckedApi;

beforeAll(async () => {
  node = await startNode();
  api = new CheckedApi(node.url);
});

afterAll(() => node?.remove());

const base64 = (file: Uint8Array): string => Buffer.from(file).toString('base64');

const upload = (image: unknown): Promise<Received> => api.post(PATH, JSON.stringify({ image }));

/** The answer's data URI, after its claims are checked. */
async function logoOf({ status, json, text }: Received): Promise<Uint8Array> {
  expect(status, text.slice(0, 300)).toBe(200);
  const image = String(json?.image);
  expect(image).toMatch(/^data:image\/webp;base64,[A-Za-z0-9+/]+=*$/);
  const file = Buffer.from(image.slice(image.indexOf(',') + 1), 'base64');
  const { format, width, height } = await sharp(file).metadata();
  expect({ ...json, image: '', format }).toEqual({
    ...{ success: true, image: '', media_type: 'image/webp', format: 'webp', width, height },
    ...{ bytes: file.length, characters: image.length },
  });
  expect(image.length).toBeLessThanOrEqual(TOKEN_IMAGE_CHARACTERS);
  expect(Math.max(width, height)).toBeLessThanOrEqual(256);
  return file;
}

describe('a logo', () => {
  test('is made of a picture in each of the four formats, as base64 or as a data URI', async () => {
    const picture = painted(600, 300, (x) => (x < 300 ? RED : BLUE));
    const files = {
      png: await picture.clone().png().toBuffer(),
      jpeg: await picture.clone().jpeg().toBuffer(),
      webp: await picture.clone().webp().toBuffer(),
      gif: await animated(300, [RED, BLUE]).gif().toBuffer(),
    };
    for (const [format, file] of Object.entries(files))
      for (const image of [base64(file), `data:image/${format};base64,${base64(file)}`]) {
        const logo = await sharp(await logoOf(await upload(image)))
          .raw()
          .toBuffer({ resolveWithObject: true });
        expect([logo.info.width, logo.info.height], format).toEqual(format === 'gif' ? [256, 256] : [256, 128]);
        expect(Math.abs((logo.data[0] ?? 0) - RED[0]), format).toBeLessThan(24);
      }
  });

  test(`of noise fits what is stored on chain, seed ${seed}`, async () => {
    const file = await noise(256, 2, new SeededRandom(seed)).png().toBuffer();
    const logo = await logoOf(await upload(base64(file)));
    expect(logo.length).toBeGreaterThan(40_000);
  });
});

describe('a refusal', () => {
  test('says in a sentence what is wrong', async () => {
    const png = await painted(64, 64, () => RED)
      .png()
      .toBuffer();
    const bad: readonly (readonly [image: unknown, status: number, code: string, sentence: RegExp])[] = [
      ['not base64!', 400, 'malformed_body', /image is not base64/],
      ['', 400, 'malformed_body', /image is empty/],
      [undefined, 400, 'malformed_body', /image is missing/],
      [7, 400, 'malformed_body', /image must be text/],
      [base64(Buffer.from('<svg/>')), 400, 'invalid_image', /not PNG, JPEG, WebP or GIF/],
      [`data:image/png;base64,${base64(Buffer.from('GIF'))}`, 400, 'invalid_image', /not PNG, JPEG, WebP or GIF/],
      [base64(png.subarray(0, -30)), 400, 'invalid_image', /broken or incomplete/],
      [base64(declaredPng(60_000, 60_000)), 413, 'too_large', /60000 x 60000; at most 25 megapixels/],
    ];
    for (const [image, status, code, sentence] of bad) {
      const { json, status: got } = await upload(image);
      expect({ got, json }).toEqual({
        got: status,
        json: { success: false, code, error: expect.stringMatching(sentence) },
      });
    }
    const broken = await api.post(PATH, '{"image":');
    expect([broken.status, broken.json?.code]).toEqual([400, 'malformed_body']);
    const other = await api.send(PATH, { method: 'POST', headers: { 'content-type': 'image/png' }, body: png });
    expect([other.status, other.json?.code]).toEqual([415, 'unsupported_media_type']);
    expect((await exchange(node.url, PATH)).status).toBe(405);
  });

  test('of a body over the limit comes before any conversion', async () => {
    const image = 'A'.repeat(LOGO_BODY_BYTES);
    const { status, json } = await upload(image);
    expect([status, json?.code]).toEqual([413, 'too_large']);
    const fits = await api.post(PATH, `{"image":"${'A'.repeat(LOGO_BODY_BYTES - 12)}"}`);
    expect([fits.status, fits.json?.code]).toEqual([400, 'invalid_image']);
  });

  test('counts as a write, and asks for a key where the operator gives keys', async () => {
    const limited = await startNode({
      rateLimits: true,
      flags: ['--rate-limit-write-per-minute', '3'],
      environment: { QV_API_KEYS: 'one-key-of-this-node' },
      mine: false,
    });
    onTestFinished(() => limited.remove());
    const body = JSON.stringify({
      image: base64(
        await painted(4, 4, () => RED)
          .png()
          .toBuffer(),
      ),
    });
    const ask = (headers = {}) =>
      exchange(limited.url, PATH, { method: 'POST', headers: { ...JSON_HEADERS, ...headers }, body });
    expect((await ask()).json?.code).toBe('api_key_required');
    const key = { 'x-api-key': 'one-key-of-this-node' };
    const answers = [await ask(key), await ask(key), await ask(key), await ask(key)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    expect(answers.map(({ headers }) => headers['x-ratelimit-remaining'])).toEqual(['2', '1', '0', '0']);
  });
});

/** A metric without labels, from this machine. */
async function metric(name: string, labels: Readonly<Record<string, string>> = {}): Promise<number> {
  const { text } = await exchange(node.url, '/metrics');
  const samples = [...readExposition(text).values()].flatMap((one) => one.samples);
  const found = samples.find(
    (sample) =>
      sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  );
  return found?.value ?? 0;
}

describe('while pictures are converted', () => {
  test('all other clients are answered, and the main thread has almost nothing to do', async () => {
    // Large in pixels, and expensive: interlaced, so that every row is complete only at the end.
    const file = await painted(4_600, 4_600, (x, y) => [(x >> 5) * 8, (y >> 5) * 8, 99, 255])
      .png({ progressive: true, compressionLevel: 9 })
      .toBuffer();
    const body = JSON.stringify({ image: base64(file) });
    expect(body.length).toBeLessThan(LOGO_BODY_BYTES);
    await logoOf(await api.post(PATH, body));
    const active = () => metric('rouged_thread_active_seconds_total', { thread: 'main' });
    const mainBefore = await active();
    const convertingBefore = await metric('rouged_logo_seconds_sum');
    for (let round = 0; round < 3; round++) await logoOf(await api.post(PATH, body));
    const converting = (await metric('rouged_logo_seconds_sum')) - convertingBefore;
    const main = (await active()) - mainBefore;
    console.log(`main thread ${main.toFixed(3)} s of ${converting.toFixed(3)} s`);
    // Decoding on the main thread would fill the whole time.
    expect(main).toBeLessThan(converting / 2);
    let open = true;
    const conversion = api.post(PATH, body).finally(() => {
      open = false;
    });
    let others = 0;
    for (; open; others++) expect(await api.get('/api/health')).toMatchObject({ status: 'ok' });
    await logoOf(await conversion);
    expect(others).toBeGreaterThan(10);
  });

  test('a full queue refuses the newest, and says when to retry', async () => {
    const file = await painted(3_000, 3_000, (x, y) => [x % 256, y % 256, 9, 255])
      .jpeg()
      .toBuffer();
    const body = JSON.stringify({ image: base64(file) });
    const refusedBefore = await metric('rouged_logo_refused_total', { code: 'busy' });
    const answers = await Promise.all(Array.from({ length: 3 * LOGO_QUEUE.items }, () => api.post(PATH, body)));
    const busy = answers.filter(({ status }) => status === 503);
    const good = answers.filter(({ status }) => status === 200);
    expect(busy.length + good.length).toBe(answers.length);
    expect(good.length).toBeGreaterThanOrEqual(LOGO_QUEUE.items);
    expect(busy.length).toBeGreaterThan(0);
    for (const { json, headers } of busy) {
      expect([json?.code, headers['retry-after']]).toEqual(['busy', '2']);
      expect(json?.error).toMatch(/too many pictures/);
    }
    expect((await metric('rouged_logo_refused_total', { code: 'busy' })) - refusedBefore).toBe(busy.length);
    await logoOf(await api.post(PATH, body));
  });

  test('the metrics count them', async () => {
    const before = await metric('rouged_logo_conversions_total');
    const png = await painted(8, 8, () => RED)
      .png()
      .toBuffer();
    await logoOf(await upload(base64(png)));
    expect(await metric('rouged_logo_conversions_total')).toBe(before + 1);
    expect(await metric('rouged_logo_seconds_count')).toBe(before + 1);
    expect(await metric('rouged_logo_threads')).toBe(1);
    expect(await metric('rouged_logo_refused_total', { code: 'invalid_image' })).toBeGreaterThan(0);
  });

  test('the node stops, and waiting clients get an answer', async () => {
    const file = await painted(4_600, 4_600, () => RED)
      .png({ progressive: true })
      .toBuffer();
    const body = JSON.stringify({ image: base64(file) });
    const answers = Array.from({ length: 4 }, () =>
      exchange(node.url, PATH, { method: 'POST', headers: JSON_HEADERS, body }).catch(() => undefined),
    );
    await Promise.race(answers);
    expect(await node.stop()).toEqual({ code: 0, signal: null });
    for (const answer of await Promise.all(answers)) if (answer) expect([200, 503]).toContain(answer.status);
    // On a machine without the native server there is a warning.
    const troubles = node
      .logs()
      .split('\n')
      .filter((line) => /"level":(?:40|50|60)/.test(line));
    expect(troubles.filter((line) => !line.includes('node:http serves instead'))).toEqual([]);
  });
});
