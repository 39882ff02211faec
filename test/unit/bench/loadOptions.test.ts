/** The options of the load generator, as a user types them. */

import { describe, expect, test } from 'vitest';
import { isSeries, loadHelp, loadTable, readLoadArguments } from '../../../bench/load/options.js';
import { isRefusal } from '../../../engine/base/refusal.js';

const sentenceOf = (...words: string[]): string => {
  const read = readLoadArguments(words);
  return isRefusal(read) ? read.message : `taken: ${JSON.stringify(read)}`;
};

const taken = (...words: string[]) => {
  const read = readLoadArguments(words);
  if (isRefusal(read) || read === 'help') throw new Error(`refused: ${JSON.stringify(read)}`);
  return read;
};

describe('options of a load run', () => {
  test('without any: as much as the node takes, one request a body', () => {
    expect(taken()).toMatchObject({
      ...{ seconds: 30, rate: 'max', mix: 'transfer', door: 'json', batch: 1, connections: 128, pipeline: 1 },
      ...{ ceiling: '0.1', reads: false, json: false, subscribers: 0, slow: 0, target: undefined },
    });
  });

  test('a door and a batch choose what is not said', () => {
    expect(taken('--door', 'binary')).toMatchObject({ batch: 50, connections: 16 });
    expect(taken('--batch', '20')).toMatchObject({ batch: 20, connections: 16 });
    expect(taken('--door=binary', '--batch=7', '--connections=3')).toMatchObject({ batch: 7, connections: 3 });
    expect(taken('--rate', '1500', '--ceiling', 'none')).toMatchObject({ rate: 1_500, ceiling: 'none' });
    expect(taken('--block-megabytes', '64')).toMatchObject({ blockMegabytes: 64 });
  });

  test('lists of rates and shares ask for several runs', () => {
    expect(isSeries(taken())).toBe(false);
    const both = taken('--rates', '100,4000', '--shares', '50,80');
    expect(both).toMatchObject({ rates: [100, 4_000], shares: [50, 80], rate: 'max' });
    expect(isSeries(both)).toBe(true);
    expect(isSeries(taken('--shares', '80'))).toBe(true);
  });

  test('a wrong word is named, with the nearest one that is known', () => {
    expect(sentenceOf('--secnds', '3')).toBe('unknown option --secnds; did you mean --seconds?');
    expect(sentenceOf('--subscriber', '3')).toBe('unknown option --subscriber; did you mean --subscribers?');
    expect(sentenceOf('twice')).toBe('unexpected argument "twice"');
  });

  test.each([
    [['--rate', '0'], '--rate must be a whole number from 1 to 1000000, or max, not "0"'],
    [['--rate', 'fast'], '--rate must be a whole number from 1 to 1000000, or max, not "fast"'],
    [['--seconds', '0'], '--seconds must be a whole number from 1 to 3600, not "0"'],
    [['--door', 'udp'], '--door must be one of json, binary, not "udp"'],
    [['--batch', '257'], '--batch must be a whole number from 1 to 256, not "257"'],
    [['--block-megabytes', '257'], '--block-megabytes must be a whole number from 1 to 256, not "257"'],
    [['--ceiling', 'low'], '--ceiling must be an amount in XRGE, or none, not "low"'],
    [['--rates', '100,0'], '--rates must be 1 to 20 whole numbers from 1 to 1000000, not "100,0"'],
    [['--rates', '5,'], '--rates must be 1 to 20 whole numbers from 1 to 1000000, not "5,"'],
    [['--shares', '50,301'], '--shares must be 1 to 20 whole numbers from 1 to 300, not "50,301"'],
    [['--rates', '5', '--rate', '7'], '--rate 7 is of one run, --rates and --shares are of several'],
    [['--shares', '50', '--report', 'x.html'], '--report draws one run, --rates and --shares ask for several'],
    [
      ['--shares', new Array(11).fill(50).join(), '--rates', new Array(10).fill(50).join()],
      '--rates and --shares together must be at most 20 numbers',
    ],
    [['--slow', '3', '--subscribers', '2'], '--slow 3 is more than --subscribers 2'],
    [['--senders', '3', '--accounts', '2'], '--senders 3 is more than --accounts 2'],
    [['--senders', '3', '--connections', '2'], '--senders 3 is more than --connections 2'],
  ])('%j is refused', (words, sentence) => {
    expect(sentenceOf(...words)).toBe(sentence);
  });

  test.each(['http://10.0.0.1:5100', 'http://example.org', 'http://127.0.0.1.example.org', 'http://[2001:db8::1]'])(
    '%s is not loaded',
    (target) => {
      expect(sentenceOf('--target', target)).toMatch(
        /^--target must be on this machine .* this program loads no others$/,
      );
    },
  );

  test.each(['http://127.0.0.1:5100', 'http://localhost:5100', 'http://[::1]:5100', 'http://127.1.2.3'])(
    '%s may be loaded',
    (target) => {
      expect(taken('--target', target).target).toBe(target);
    },
  );

  test('what belongs to a target or to an own node is refused without it', () => {
    expect(sentenceOf('--wallet', 'keys.json')).toMatch(/^--wallet funds the accounts of a --target/);
    expect(sentenceOf('--mix', 'mixed', '--target', 'http://localhost:1')).toMatch(
      /^--mix mixed needs staked accounts/,
    );
    expect(taken('--mix', 'defi', '--target', 'http://localhost:1').mix).toBe('defi');
    expect(sentenceOf('--mix', 'defi', '--ceiling', 'none')).toMatch(/^--mix defi needs a --ceiling/);
    expect(sentenceOf('--pipeline', '2')).toMatch(/^--pipeline needs a --target on node:http/);
    expect(taken('--pipeline', '2', '--target', 'http://localhost:1').pipeline).toBe(2);
    expect(sentenceOf('--target', 'https://localhost:1')).toMatch(/must be an http URL/);
  });

  test('help names every option', () => {
    expect(readLoadArguments(['--help'])).toBe('help');
    const names = Object.keys(loadTable);
    expect(names.length).toBeGreaterThan(15);
    for (const name of names) expect(loadHelp()).toContain(`--${name}`);
  });
});
