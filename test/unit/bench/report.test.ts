/** The report of a load run: foreign text stays text, nothing is fetched, missing values are named, and no size of a
 *  number or of a run breaks a chart. */

import { describe, expect, test } from 'vitest';
import { html } from '../../../bench/load/report/markup.js';
import { place } from '../../../bench/load/report/plot.js';
import { renderReport } from '../../../bench/load/report.js';
import type { LoadResult } from '../../../bench/load/result.js';
import { loadSample, poisoned } from '../../support/loadSample.js';
import { SeededRandom, testSeed } from '../../support/random.js';

const seed = testSeed();
const sample = (length = 30): LoadResult => loadSample(new SeededRandom(seed), length);

type Writable<T> = T extends object ? { -readonly [K in keyof T]: Writable<T[K]> } : T;

/** A copy that a test may change. */
const changed = (result: LoadResult, change: (copy: Writable<LoadResult>) => void): LoadResult => {
  const copy = structuredClone(result) as Writable<LoadResult>;
  change(copy);
  return copy as LoadResult;
};

/** Tags with their attributes. A text in quotes may hold a `>`, which ours escape. */
const tagsOf = (page: string): readonly string[] => page.match(/<[a-z][^>]*>/gi) ?? [];

const KNOWN_TAGS = new Set(
  (
    'html head meta title style body header main section p h1 h2 h3 b strong div dl dt dd ul li table thead tbody tr th td ' +
    'details summary pre span svg desc line text tspan path rect'
  ).split(' '),
);

const UNESCAPED = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' } as const;
const unescaped = (text: string): string =>
  text.replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => UNESCAPED[entity as keyof typeof UNESCAPED]);

const rawJson = (page: string): unknown =>
  JSON.parse(unescaped(/<pre[^>]*>([\s\S]*)<\/pre>/.exec(page)?.[1] as string));

/** Every coordinate and length of a shape is a number that SVG can read. */
function drawable(page: string): number {
  const places = page.matchAll(/ (?:x|y|x1|x2|y1|y2|width|height|d)="([^"]*)"/g);
  let checked = 0;
  for (const [, value = ''] of places) {
    expect(value).toMatch(/^(?:-?\d+(?:\.\d+)?%?|[MLHVhvalz\d .,-]*)$/i);
    expect(value).not.toMatch(/NaN|Infinity|undefined|e[+-]/);
    checked++;
  }
  return checked;
}

const chartIds = (page: string): readonly string[] =>
  [...page.matchAll(/<svg class="plot[^>]*aria-labelledby="([\w-]+)-title/g)].map(([, id]) => id as string);

const ALL_CHARTS = [
  'rates',
  'latency',
  'block-transactions',
  'block-intervals',
  'utilization',
  'delay',
  'cores',
  'memory',
  'mempool',
  'stages',
  'reads',
];

describe(`report of a load run, seed ${seed}`, () => {
  test('says the answer in one line, and draws every chart with its title and its sentence', () => {
    const page = renderReport(changed(sample(), (copy) => (copy.rates.included = 3_412.4)));
    expect(page).toContain(
      `<h1>Holds <b>3,412 transfers a second included</b>; the limit is <b>verify</b>: ${sample().limit.because}</h1>`,
    );
    expect(page).toContain('Note: the signed requests were used up early: 28.4 of 30 s measured');
    expect(page).toContain('0.10 to 0.10 XRGE, peak 0.40');
    expect(chartIds(page)).toEqual(ALL_CHARTS);
    for (const id of ALL_CHARTS) {
      expect(page).toMatch(new RegExp(`role="img" aria-labelledby="${id}-title ${id}-about"`));
      expect(page).toMatch(new RegExp(`<title id="${id}-title">[^<]+</title><desc id="${id}-about">[^<]+</desc>`));
    }
    expect(new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)).size).toBe(2 * ALL_CHARTS.length);
    expect(drawable(page)).toBeGreaterThan(500);
    expect(page.match(/▲ limit/g)).toHaveLength(1);
    expect(page).toContain('2026-05-04 09:08:07 UTC');
  });

  test('nothing is fetched and nothing runs', () => {
    const result = sample();
    const page = renderReport(result).replaceAll(result.options.target, '');
    expect(page).not.toMatch(
      /https?:\/\/|url\(|@import|\ssrc=|\son\w+=|<(?:script|link|img|iframe|base|a|use|image)\b/i,
    );
    expect(page).not.toMatch(/href=(?!"#)/);
    expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'; img-src data:"`);
  });

  test('foreign text is text everywhere', () => {
    const { result, replaced } = poisoned(sample());
    const page = renderReport(result);
    expect(replaced).toBeGreaterThan(25);
    const tags = tagsOf(page);
    expect(tags.length).toBeGreaterThan(500);
    for (const tag of tags) {
      const [, name = '', attributes = ''] = /^<([\w-]+)((?: [\w-]+="[^"<]*")*)\/?>$/.exec(tag) ?? [];
      expect(KNOWN_TAGS.has(name), tag).toBe(true);
      expect(attributes).not.toMatch(/onerror|hit=/);
    }
    // What is left without tags has no mark of markup but the one declaration.
    expect(page.replace('<!doctype html>', '').replace(/<\/?[a-z][^>]*>/gi, '')).not.toContain('<');
    expect(page.match(/<style>/g)).toHaveLength(1);
    expect(page.match(/<\/pre>/g)).toHaveLength(1);
    expect(rawJson(page)).toEqual(result);
    // The texts that the page is about are there: machine, target, limit, codes, reads.
    for (const text of [result.machine, result.options.target, result.limit.name, result.limit.because])
      expect(unescaped(page.slice(0, page.indexOf('<pre')))).toContain(text);
    for (const code of Object.keys(result.totals.refused)) expect(unescaped(page)).toContain(`>${code}<`);
  });

  test('a value that was not reported is not drawn and is never a zero', () => {
    const full = sample();
    const result = changed(full, (copy) => {
      copy.node = {};
      delete copy.subscribers;
      delete copy.blocks.filledByBytes;
      delete copy.blocks.filledByTransactions;
      for (const block of copy.blocks.list) delete block.signedBytes;
      for (const stage of copy.stages) delete stage.share;
      for (const second of copy.seconds) {
        for (const name of ['mempool', 'nodeCores', 'residentMiB', 'loopUtilization', 'loopDelayMs'] as const)
          delete second[name];
      }
    });
    const page = renderReport(result);
    const missing = ['utilization', 'delay', 'memory', 'mempool'];
    expect(chartIds(page)).toEqual(ALL_CHARTS.filter((id) => !missing.includes(id)));
    expect(page.match(/not told: the target says nothing of/g)).toHaveLength(4);
    expect(page).toContain('<li class="untold">node: not told</li>');
    expect(page).toContain('transactions not told, bytes not told');
    expect(page).toMatch(/event-loop delay p99<\/dt><dd><span class="value untold">not told</);
    expect(page).toContain('No subscribers listened.');
    for (const name of ['processor time', 'of its main thread', 'event loop at work', 'resident memory', 'base fee'])
      expect(page).toContain(`<dt>${name}</dt><dd>not told</dd>`);
    const cells = (page.match(/>not told</g) ?? []).length;
    expect(cells).toBeGreaterThan(result.seconds.length + result.blocks.list.length + result.stages.length);
    expect(page).not.toMatch(/undefined|NaN/);
  });

  test('a gap in a series is a gap in its line, and a value between two gaps is a dot', () => {
    const result = changed(sample(6), (copy) => {
      copy.seconds.forEach((second, at) => {
        if (at === 2 || at === 4) delete second.mempool;
      });
    });
    const page = renderReport(result);
    const line = /aria-labelledby="mempool-title[\s\S]*?<path class="line solid" d="([^"]*)"/.exec(page)?.[1] as string;
    expect(line.match(/M/g)).toHaveLength(3);
    expect(line.match(/h0/g)).toHaveLength(2);
    expect(line).not.toMatch(/h0L/);
  });

  test('the limit is marked on its stage, else on its thread, else nowhere', () => {
    const marks = (name: string): readonly (string | undefined)[] => {
      const page = renderReport(changed(sample(3), (copy) => (copy.limit.name = name)));
      const stages = page.matchAll(/class="stage [\w-]+ limit"[^>]*><title>([\w ]+):/g);
      const threads = page.matchAll(/>([\w ]+): [\d.]+ µs<tspan class="limit-mark"> ◀ limit/g);
      const rows = page.matchAll(/>(\w+) <strong class="limit-mark">/g);
      return [...stages, ...threads, ...rows].map(([, marked]) => marked);
    };
    expect(marks('verify')).toEqual(['verify', 'verify']);
    expect(marks('root')).toEqual(['root', 'root']);
    expect(marks('main')).toEqual(['main thread', ...Array(5).fill('main')]);
    expect(marks('the generator')).toEqual([]);
  });

  test('an axis reaches to the level that is drawn across it', () => {
    const page = renderReport(changed(sample(3), (copy) => (copy.blocks.intervalMs.p99 = 9_500)));
    const chart = page.slice(page.indexOf('id="block-intervals-title"'));
    expect(chart.slice(0, chart.indexOf('class="level"'))).toContain('>10,000</text>');
    expect(chart).toMatch(/class="level" x1="0" x2="100%" y1="5%" y2="5%"/);
  });

  test('a run without seconds, blocks, stages, reads and samples', () => {
    const none = { count: 0, p50: 0, p95: 0, p99: 0, max: 0 };
    const result = changed(sample(), (copy) => {
      Object.assign(copy, { seconds: [], stages: [], reads: [] });
      copy.blocks = { count: 0, intervalMs: none, transactions: none, list: [] };
      copy.latency = { answer: none, inclusion: none, finality: none };
      copy.totals = { offered: 0, accepted: 0, refused: {}, included: 0, final: 0, lost: 0 };
    });
    const page = renderReport(result);
    expect(chartIds(page)).toEqual([]);
    for (const sentence of [
      'The run has no seconds to draw.',
      'No block came in the measured window.',
      'There are no samples to draw.',
      'No reads ran beside the load.',
      'Nothing was refused.',
      'the run has no time of any stage.',
    ])
      expect(page).toContain(sentence);
    expect(page).toContain('no samples');
    expect(page).not.toMatch(/NaN|Infinity|undefined/);
  });

  test.each([1, 2, 301, 1_200])('a run of %i seconds', (length) => {
    const page = renderReport(sample(length));
    expect(chartIds(page)).toEqual(ALL_CHARTS);
    expect(drawable(page)).toBeGreaterThan(100);
    expect(page.includes('class="pointer"')).toBe(length <= 300);
  });

  test.each([0, 1e-300, 1e-7, 0.3, 1e9, 1e15, 1e21, 1e300])('every number of the result times %d', (factor) => {
    const scale = (value: unknown): unknown => {
      if (typeof value === 'number') return value * factor;
      if (Array.isArray(value)) return value.map(scale);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, scale(member)]));
    };
    const page = renderReport(scale(sample(8)) as LoadResult);
    expect(drawable(page)).toBeGreaterThan(50);
    expect(page).not.toMatch(/NaN|Infinity|undefined/);
    // No unreadable run of digits: thousands are separated, and huge values are powers of ten.
    const told = page
      .slice(0, page.indexOf('<details class="raw"'))
      .replace(/<style>[\s\S]*<\/style>/, '')
      .replace(/<[^>]*>/g, ' ');
    expect(told).not.toMatch(/\d{16}/);
  });

  test('a gap of a template takes text and attribute values of any kind', () => {
    const text = `&<>"'`;
    expect(html`<b title="${text}">${[text, 7, html`<i>`]}</b>`.text).toBe(
      '<b title="&amp;&lt;&gt;&quot;&#39;">&amp;&lt;&gt;&quot;&#39;7<i></b>',
    );
  });

  test('a value outside an axis is placed at its end', () => {
    const axis = { low: 1, high: 100, ticks: [] };
    expect([-5, 1, 50.5, 100, 1e9].map((value) => place(axis, value))).toEqual([0, 0, 0.5, 1, 1]);
    const logarithmic = { ...axis, logarithmic: true };
    expect([0, 1, 10, 1e9].map((value) => place(logarithmic, value))).toEqual([0, 0, 0.5, 1]);
    expect(place({ ...axis, high: 1 }, 1)).toBe(0.5);
  });

  test('a value that is not a number is not shown', () => {
    const page = renderReport(
      changed(sample(4), (copy) => {
        copy.rates.included = Number.NaN;
        copy.latency.inclusion.p50 = Number.POSITIVE_INFINITY;
        copy.latency.answer.p95 = Number.NaN;
        (copy.seconds[1] as Writable<LoadResult['seconds'][number]>).included = Number.NaN;
      }),
    );
    expect(page).toContain('Holds <b>not told</b>');
    expect(drawable(page)).toBeGreaterThan(50);
  });
});
