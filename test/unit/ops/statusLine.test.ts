/** The bottom line of a terminal: lines of the log stand whole above it, whatever comes first. */

import { expect, test } from 'vitest';
import { barText, StatusLine, spanText } from '../../../ops/statusLine.js';

/** What a terminal shows of what was written to it; it knows line ends, carriage returns and the erasing of a line's rest. */
class Screen {
  readonly columns: number;
  #written = '';

  constructor(columns: number) {
    this.columns = columns;
  }

  write(text: string | Uint8Array): void {
    this.#written += typeof text === 'string' ? text : Buffer.from(text).toString('utf8');
  }

  get lines(): string[] {
    return this.#written.split('\n').map((line) => {
      let shown = '';
      for (const [index, part] of line.split('\r').entries()) {
        if (index === 0) shown = part;
        else if (part.startsWith('\u001b[K')) shown = part.slice(3);
        else shown = part + shown.slice(part.length);
      }
      return shown.replaceAll('\u001b[K', '');
    });
  }
}

test('lines of the log stand above it, and it goes without a trace', () => {
  const screen = new Screen(40);
  const status = new StatusLine(screen);
  status.write('first\n');
  expect(screen.lines).toEqual(['first', '']);
  status.show('block 1 of 9');
  status.write('second\n');
  expect(screen.lines).toEqual(['first', 'second', 'block 1 of 9']);
  status.show('block 2');
  expect(screen.lines).toEqual(['first', 'second', 'block 2']);
  status.show(undefined);
  status.write('third\n');
  expect(screen.lines).toEqual(['first', 'second', 'third', '']);
});

test('it never takes a second line', () => {
  const screen = new Screen(20);
  new StatusLine(screen).show('x'.repeat(50));
  expect(screen.lines).toEqual(['x'.repeat(19)]);
});

test('bars and spans', () => {
  expect([barText(-1), barText(0.5), barText(1), barText(7)]).toEqual([
    '[>                       ] 0%',
    '[============>           ] 50%',
    '[========================] 100%',
    '[========================] 100%',
  ]);
  expect([spanText(0), spanText(59), spanText(200), spanText(3_900)]).toEqual([
    '0 s',
    '59 s',
    '3 min 20 s',
    '1 h 5 min',
  ]);
});
