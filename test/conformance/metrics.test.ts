/** `/metrics` and `/api/health` of real nodes: every metric of the table is there and means what it says; strangers can
 *  neither read nor add any; an unhealthy node says why. */

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { routes } from '../../api/routes/index.js';
import { bridgeChapter } from '../../ops/metrics/chapters/bridge.js';
import { networkChapter } from '../../ops/metrics/chapters/network.js';
import { pushChapter } from '../../ops/metrics/chapters/push.js';
import { metricTable } from '../../ops/metrics/table.js';
import { readExposition, type ScrapedMetric } from '../support/exposition.js';
import { exchange, JSON_HEADERS } from '../support/httpClient.js';
import { type LiveNode, type LiveNodeOptions, startNode } from '../support/liveNode.js';
import { signedTransfer } from '../support/signedRequests.js';
import { actor, signingActor } from '../support/transactions.js';

const alice = signingActor('metrics: alice');
const bob = actor('metrics: bob');

let node: LiveNode;

beforeAll(async () => {
  const allocations = [{ address: alice.address, amount: '1000' }];
  node = await startNode({ genesis: { allocations }, flags: ['--log-level', 'debug'] });
});

afterAll(() => node?.remove());

async function start(options: LiveNodeOptions): Promise<LiveNode> {
  const started = await startNode(options);
  onTestFinished(() => started.remove());
  return started;
}

type Scrape = ReadonlyMap<string, ScrapedMetric>;

async function scrape(url = node.url): Promise<Scrape> {
  const { status, headers, text } = await exchange(url, '/metrics');
  expect(status, text.slice(0, 300)).toBe(200);
  expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  return readExposition(text);
}

/** The one sample with these labels. */
function reading(page: Scrape, name: string, labels: Readonly<Record<string, string>> = {}): number {
  const samples = page.get(name.replace(/_(?:bucket|sum|count)$/, ''))?.samples ?? page.get(name)?.samples ?? [];
  const found = samples.filter(
    (sample) =>
      sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  );
  expect(found.length, `${name} ${JSON.stringify(labels)}`).toBe(1);
  return found[0]?.value ?? Number.NaN;
}

describe('a page of metrics', () => {
  test('has every metric of the table, with its type, help and labels', async () => {
    await exchange(node.url, '/api/health');
    const page = await scrape();
    let checked = 0;
    for (const { name, type, help, labels = [] } of metricTable) {
      const metric = page.get(name);
      expect(metric, name).toBeDefined();
      checked++;
      expect(metric?.type, name).toBe(type);
      expect(metric?.help, name).toBe(help);
      for (const sample of metric?.samples ?? [])
        expect(
          Object.keys(sample.labels).filter((label) => label !== 'le'),
          name,
        ).toEqual([...labels]);
    }
    expect(checked).toBe(metricTable.length);
    // Those of peers depend on whether the node connects to any, that of the collector on whether it has run since it was listened to.
    // Those of push are there while it is on, those of the bridge where the network has one.
    const chapters = [...networkChapter.metrics, ...pushChapter.metrics, ...bridgeChapter.metrics];
    const either = new Set([...chapters.map(({ name }) => name), 'nodejs_gc_duration_seconds']);
    const silent = metricTable
      .map(({ name }) => name)
      .filter((name) => page.get(name)?.samples.length === 0 && !either.has(name));
    // Counts something that has not happened on this node.
    expect(silent.sort()).toEqual([
      'rouged_http_unrouted_total',
      'rouged_logo_refused_total',
      'rouged_mempool_refused_total',
      'rouged_store_failures_total',
      'rouged_ws_closed_total',
    ]);
  });

  test('buckets are cumulative and end with the count', async () => {
    const page = await scrape();
    let checked = 0;
    for (const [name, { type, samples }] of page) {
      if (type !== 'histogram') continue;
      let last = { le: Number.POSITIVE_INFINITY, count: 0 };
      for (const { name: sampleName, labels, value } of samples) {
        if (sampleName === `${name}_bucket`) {
          const le = Number(labels.le?.replace('Inf', 'Infinity'));
          if (le > last.le) expect(value, name).toBeGreaterThanOrEqual(last.count);
          last = { le, count: value };
          checked++;
        } else if (sampleName === `${name}_count`) {
          expect(last, name).toEqual({ le: Number.POSITIVE_INFINITY, count: value });
        }
      }
    }
    expect(checked).toBeGreaterThan(100);
  });

  test('follows what the node does', async () => {
    const before = await scrape();
    const { status } = await exchange(node.url, '/api/v2/transfer', {
      method: 'POST',
      headers: JSON_HEADERS,
      body: signedTransfer(alice, bob.address, '1').body,
    });
    expect(status).toBe(200);
    await node.printed(/"transactions":1,.*"msg":"block"/);
    const after = await scrape();
    const grown = (name: string, labels: Readonly<Record<string, string>> = {}): number =>
      reading(after, name, labels) - reading(before, name, labels);
    expect(grown('rouged_transactions_total', { result: 'applied' })).toBe(1);
    expect(grown('rouged_transactions_total', { result: 'failed' })).toBe(0);
    expect(grown('rouged_mempool_admitted_total')).toBe(1);
    expect(grown('rouged_verify_verdicts_total', { verdict: 'ok' })).toBe(1);
    expect(grown('rouged_stage_seconds_count', { stage: 'admit' })).toBe(1);
    expect(grown('rouged_tip_height')).toBeGreaterThan(0);
    expect(grown('rouged_blocks_total')).toBe(grown('rouged_tip_height'));
    for (const stage of ['apply', 'root', 'sign', 'journal', 'commit', 'settle', 'stream'])
      expect(grown('rouged_stage_seconds_count', { stage }), stage).toBeGreaterThan(0);
    expect(reading(after, 'rouged_production_state', { state: 'producing' })).toBe(1);
    expect(reading(after, 'rouged_verify_workers')).toBe(1);
    expect(reading(after, 'rouged_disk_free_bytes')).toBeGreaterThan(0);
    expect(reading(after, 'rouged_database_files', { kind: 'log' })).toBeGreaterThan(0);
    expect(reading(after, 'rouged_thread_active_seconds_total', { thread: 'main' })).toBeGreaterThan(0);
  });

  test('has as many series after a thousand paths that strangers made up', async () => {
    await exchange(node.url, '/api/nothing');
    await exchange(node.url, '/api/block/x');
    const before = (await scrape()).get('rouged_http_requests_total')?.samples.length;
    const paths = Array.from({ length: 1_000 }, (_, n) => (n % 2 ? `/api/nothing/${n}` : `/api/block/x${n}`));
    for (let at = 0; at < paths.length; at += 50)
      await Promise.all(paths.slice(at, at + 50).map((path) => exchange(node.url, path)));
    const after = await scrape();
    const samples = after.get('rouged_http_requests_total')?.samples ?? [];
    expect(samples.length).toBe(before);
    const patterns = new Set(routes.map(({ description }) => description.path));
    for (const { labels } of samples) expect(patterns).toContain(labels.route);
    expect(reading(after, 'rouged_http_unrouted_total', { status: '404' })).toBe(501);
    expect(reading(after, 'rouged_http_requests_total', { route: '/api/block/:height', status: '4xx' })).toBe(501);
  });

  test('is not for clients behind a proxy', async () => {
    const proxies = [{ 'x-forwarded-for': '203.0.113.7' }, { forwarded: 'for=203.0.113.7' }, { 'x-real-ip': '::1' }];
    for (const headers of proxies) {
      const { status, json } = await exchange(node.url, '/metrics', { headers });
      expect({ status, code: json?.code }).toEqual({ status: 403, code: 'not_authorized' });
    }
  });
});

describe('where metrics are served', () => {
  test('at a port of their own, and then not at the API', async () => {
    const apart = await start({ flags: ['--metrics-port', '0'] });
    const [, port] = await apart.printed(/"port":(\d+),"msg":"metrics are served"/);
    const url = `http://127.0.0.1:${port}`;
    expect(reading(await scrape(url), 'rouged_build_info')).toBe(1);
    expect((await exchange(url, '/metrics', { method: 'HEAD' })).status).toBe(200);
    expect((await exchange(url, '/metrics', { method: 'POST', body: 'x' })).status).toBe(405);
    expect((await exchange(url, '/api/health')).status).toBe(404);
    expect((await exchange(apart.url, '/metrics')).status).toBe(404);
    expect(await apart.stop()).toEqual({ code: 0, signal: null });
  });

  test('to every client, when the operator allows it; or to none', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    const open = await start({ flags: ['--metrics', 'public'], mine: false });
    expect((await exchange(open.url, '/metrics', { headers })).status).toBe(200);
    const closed = await start({ flags: ['--metrics', 'off'], mine: false });
    expect((await exchange(closed.url, '/metrics')).status).toBe(404);
  });
});

describe('health', () => {
  test('a healthy node says no more than the specification shows, however it is asked', async () => {
    for (const path of ['/api/health', '/api/health?strict=true']) {
      const { status, json } = await exchange(node.url, path);
      expect(status).toBe(200);
      expect(Object.keys(json ?? {})).toEqual(['status', 'chain_id', 'height']);
      expect(json?.status).toBe('ok');
    }
  });

  test('a node that cannot produce says why, and answers 503 to a strict request', async () => {
    const other = { pub_key: signingActor('metrics: other').keyHex, stake: '60000' };
    const halted = await start({ genesis: { validators: [other] } });
    const { status, json } = await exchange(halted.url, '/api/health');
    expect(status).toBe(200);
    const [first] = (json?.reasons ?? []) as readonly { code: string; message: string }[];
    expect(json).toMatchObject({ status: 'degraded', reason: first?.message });
    expect(first).toEqual({
      code: 'production_halted',
      message: expect.stringMatching(/signs nothing before validators with enough stake have told/),
    });
    const strict = await exchange(halted.url, '/api/health?strict=true');
    expect(strict.status).toBe(503);
    expect(strict.json).toMatchObject({ status: 'degraded', chain_id: halted.chainId });
    const page = await scrape(halted.url);
    expect(reading(page, 'rouged_production_state', { state: 'halted' })).toBe(1);
    expect(reading(page, 'rouged_health_problem', { code: 'production_halted' })).toBe(1);
    expect(reading(page, 'rouged_health_problem', { code: 'disk_low' })).toBe(0);
    await halted.printed(/"reasons":\[\{"code":"production_halted".*"msg":"health is degraded"/);
  });
});

test('a log has one block a line and no secret', () => {
  const lines = node
    .logs()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
  const blocks = lines.filter(({ msg }) => msg === 'block');
  expect(blocks.length).toBeGreaterThan(0);
  expect(new Set(blocks.map(({ height }) => height)).size).toBe(blocks.length);
  for (const { level, time, msg } of lines) {
    expect([10, 20, 30, 40, 50]).toContain(level);
    expect(typeof time).toBe('number');
    expect(msg).toMatch(/\S/);
  }
  const secret = Buffer.from(node.keys.secretKey).toString('hex');
  for (let at = 0; at + 64 <= secret.length; at += 64) expect(node.logs()).not.toContain(secret.slice(at, at + 64));
});
