/** The bottom line of a terminal, below the log: it stays there while something goes on.
 *
 *  In: the log's text, and the line. Out: both, so that a line of the log never begins behind the bottom line. */

import { Writable } from 'node:stream';

/** Back to the first column, and nothing left of what stood there. */
const CLEAR = '\r\u001b[K';

/** Of a terminal that does not say how wide it is. */
const COLUMNS = 80;

export interface TerminalStream {
  readonly columns?: number;
  write(text: string | Uint8Array): unknown;
}

export class StatusLine extends Writable {
  #shown = '';

  constructor(private readonly terminal: TerminalStream) {
    super();
  }

  /** @param text without line ends; it is cut to the terminal's width. Undefined: the line goes. */
  show(text: string | undefined): void {
    const cut = (text ?? '').slice(0, (this.terminal.columns || COLUMNS) - 1);
    if (cut === this.#shown) return;
    this.#shown = cut;
    this.terminal.write(`${CLEAR}${cut}`);
  }

  override _write(chunk: Uint8Array, _encoding: BufferEncoding, done: () => void): void {
    if (this.#shown === '') this.terminal.write(chunk);
    else {
      this.terminal.write(CLEAR);
      this.terminal.write(chunk);
      this.terminal.write(this.#shown);
    }
    done();
  }
}

/** `52 s`, `3 min 20 s`, `1 h 5 min`. */
export function spanText(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Characters of the bar between its brackets. */
const BAR = 24;

/** `[======>         ] 43%`. @param share from 0 to 1. */
export function barText(share: number): string {
  const done = Math.max(0, Math.min(BAR, Math.floor(share * BAR)));
  const bar = '='.repeat(done) + (done < BAR ? '>' : '');
  return `[${bar.padEnd(BAR)}] ${Math.floor(Math.max(0, Math.min(1, share)) * 100)}%`;
}
