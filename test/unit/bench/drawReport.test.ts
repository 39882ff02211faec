/** Drawing a stored result: what is drawn, and the sentence for everything that cannot be. */

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { draw } from '../../../bench/load/draw.js';
import { renderReport } from '../../../bench/load/report.js';
import { loadSample } from '../../support/loadSample.js';
import { SeededRandom, testSeed } from '../../support/random.js';

const seed = testSeed();

describe(`drawing a stored result, seed ${seed}`, () => {
  const result = loadSample(new SeededRandom(seed), 5);
  let directory: string;
  let input: string;
  let output: string;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'rouged-draw-'));
    input = join(directory, 'result.json');
    output = join(directory, 'report.html');
  });

  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  /** @returns the sentence that says why nothing was drawn. */
  function refusal(text: string): string {
    writeFileSync(input, text);
    try {
      draw([input, output]);
    } catch (error) {
      expect(existsSync(output)).toBe(false);
      return (error as Error).message;
    }
    throw new Error('it was drawn');
  }

  test('the page is the report of the result, and replaces what stood there', () => {
    writeFileSync(input, JSON.stringify(result));
    writeFileSync(output, 'an older page');
    draw([input, output]);
    expect(readFileSync(output, 'utf8')).toBe(renderReport(result));
  });

  test('members that are unknown or absent without need do not matter', () => {
    const { subscribers: _, ...rest } = result;
    writeFileSync(input, JSON.stringify({ ...rest, node: {}, later: true }));
    draw([input, output]);
    expect(readFileSync(output, 'utf8')).toContain('No subscribers listened.');
  });

  test('arguments that are not two different files', () => {
    for (const paths of [[], [input], [input, output, output]])
      expect(() => draw(paths)).toThrow('draw.js result.json');
    writeFileSync(input, JSON.stringify(result));
    expect(() => draw([input, join(directory, '.', 'result.json')])).toThrow('would replace the result');
    expect(JSON.parse(readFileSync(input, 'utf8'))).toEqual(result);
  });

  test('a file that cannot be read or written', () => {
    expect(() => draw([input, output])).toThrow(/result\.json: ENOENT/);
    expect(() => draw([directory, output])).toThrow(/EISDIR/);
    writeFileSync(input, JSON.stringify(result));
    expect(() => draw([input, join(directory, 'absent', 'report.html')])).toThrow(/report\.html: ENOENT/);
  });

  test('what is no result', () => {
    for (const text of ['', '{', '<html>', JSON.stringify(result).slice(0, -1)])
      expect(refusal(text)).toMatch(/result\.json: this is not JSON: /);
    for (const text of ['null', '[]', '7', '{}', '"format"']) expect(refusal(text)).toContain('it has no "format"');
    expect(refusal(JSON.stringify({ ...result, format: 2 }))).toContain('format 2 is unknown: only 1');
    expect(refusal(JSON.stringify({ ...result, format: '1' }))).toContain('format "1" is unknown');
    expect(refusal('{"format":1}')).toContain('no whole result');
  });

  test('every member that is missing or of another kind, by its place', () => {
    let checked = 0;
    for (const name of Object.keys(result)) {
      if (name === 'format') continue;
      expect(refusal(JSON.stringify({ ...result, [name]: 7 }))).toContain(`: /${name} `);
      if (name !== 'subscribers' && name !== 'notes' && name !== 'work')
        expect(refusal(JSON.stringify({ ...result, [name]: undefined }))).toContain(name);
      checked++;
    }
    expect(checked).toBe(15);
    const seconds = result.seconds.map((second, at) => (at === 3 ? { ...second, loadCores: null } : second));
    expect(refusal(JSON.stringify({ ...result, seconds }))).toContain('/seconds/3/loadCores');
    const reads = result.reads.map((read) => ({ ...read, failures: { 503: 'many' } }));
    expect(refusal(JSON.stringify({ ...result, reads }))).toContain('/reads/0/failures');
  });
});
