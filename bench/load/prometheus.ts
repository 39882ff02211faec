/** A page in Prometheus' text format as numbers by name and labels. In: the text. Out: samples; comments are skipped. */

import { InvariantError } from '../../engine/base/refusal.js';

const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;

/** @returns by name, labels included as in the text: `name{label="value"}`. */
export function readSamples(text: string): ReadonlyMap<string, number> {
  const samples = new Map<string, number>();
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const match = SAMPLE.exec(line);
    if (!match) continue;
    samples.set(match[2] === undefined ? (match[1] ?? '') : `${match[1]}{${match[2]}}`, Number(match[3]));
  }
  return samples;
}

/** @throws InvariantError unless the target answers 200. */
export async function fetchText(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new InvariantError(`${url} answers ${response.status}`);
  return response.text();
}
