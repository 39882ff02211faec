/** The candles that a chain must have, rebuilt while it is executed again from its first block. */

import { toBinary } from '../base/bytes.js';
import { readBatch } from './batch.js';
import { CandleLog } from './candleLog.js';
import { keyNumber } from './keys.js';
import type { Entry } from './port.js';

/** Pool and interval: a candle's key without its start. */
const seriesOf = (key: Uint8Array): string => toBinary(key.subarray(0, -8));

export class CandleCheck {
  /** Every pool begins with its first event, so there is nothing to read. */
  readonly #log = new CandleLog(async (keys) => keys.map(() => undefined), Number.POSITIVE_INFINITY);
  /** The last candle of each pool and interval: later blocks may change it. */
  readonly #open = new Map<string, Entry>();

  /** @param batch of the next block that has events of pools. @returns the candles that no later block changes. */
  async take(batch: Uint8Array): Promise<readonly Entry[]> {
    const closed: Entry[] = [];
    readBatch(await this.#log.take(batch), {
      put: (key, value) => {
        const series = seriesOf(key);
        const last = this.#open.get(series);
        if (last && keyNumber(last.key) !== keyNumber(key)) closed.push(last);
        this.#open.set(series, { key, value });
      },
      delete: () => {},
    });
    return closed;
  }

  /** The candles that are still open after the last block. */
  get open(): Iterable<Entry> {
    return this.#open.values();
  }
}
