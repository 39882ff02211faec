/** A reader of Prometheus' text format (exposition format 0.0.4) for tests: strict, so that every scraper can read a page
 *  that it accepts. */

export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface ScrapedMetric {
  readonly type: string;
  readonly help: string;
  readonly samples: readonly Sample[];
}

const COMMENT = /^# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.*)$/;
const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (-?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?)|[+-]Inf|NaN)$/;
const LABEL = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)/;

function labelsOf(text: string, line: string): Readonly<Record<string, string>> {
  const labels: Record<string, string> = {};
  for (let rest = text; rest !== ''; ) {
    const [all = '', name = '', value = ''] = LABEL.exec(rest) ?? [];
    if (all === '' || name in labels) throw new Error(`labels cannot be read: ${line}`);
    labels[name] = value;
    rest = rest.slice(all.length);
  }
  return labels;
}

/** The names under which a metric's samples appear. */
const namesOf = (name: string, type: string): readonly string[] =>
  type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name];

/** @throws Error with the first line that violates the format. */
export function readExposition(text: string): ReadonlyMap<string, ScrapedMetric> {
  if (!text.endsWith('\n')) throw new Error('the last line does not end');
  const metrics = new Map<string, { type: string; help: string; samples: Sample[] }>();
  const seen = new Set<string>();
  let current = '';
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const [, kind, name = '', rest = ''] = COMMENT.exec(line) ?? [];
    if (kind === 'HELP') {
      if (metrics.has(name)) throw new Error(`two metrics are named ${name}`);
      metrics.set(name, { type: '', help: rest, samples: [] });
      current = name;
      continue;
    }
    const metric = metrics.get(current);
    if (!metric) throw new Error(`no metric is open: ${line}`);
    if (kind === 'TYPE') {
      if (name !== current || metric.type !== '') throw new Error(`a type out of place: ${line}`);
      metric.type = rest;
      continue;
    }
    const [, sampleName = '', labels = '', value = ''] = SAMPLE.exec(line) ?? [];
    if (!namesOf(current, metric.type).includes(sampleName)) throw new Error(`not a sample of ${current}: ${line}`);
    const series = line.slice(0, line.lastIndexOf(' '));
    if (seen.has(series)) throw new Error(`a series comes twice: ${line}`);
    seen.add(series);
    metric.samples.push({
      name: sampleName,
      labels: labelsOf(labels, line),
      value: Number(value.replace('Inf', 'Infinity')),
    });
  }
  return metrics;
}
