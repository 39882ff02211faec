/** Queries for the store's tests; the thread loads the built file. */

import { utf8, utf8Text } from '../../../../engine/base/bytes.js';
import type { StoreQueries } from '../../../../engine/store/port.js';

/** What the streams of this thread have done so far. */
const seen = { made: 0, ended: 0 };

const queries: StoreQueries = {
  seen: async () => ({ ...seen }),

  /** An answer with bytes inside, straight from the database's memory. */
  describe: async (reader, args) => {
    const key = utf8(args as string);
    const [value, missing] = await reader.getMany([key, utf8('missing')]);
    const entries = await reader.range({ gte: key, lt: utf8('\x7f'), limit: 2, reverse: false });
    return { value, missing, keys: entries.map((entry) => utf8Text(entry.key)) };
  },

  bytes: (reader, args) => reader.getFrom('bodies', utf8(args as string)),

  fails: async () => {
    throw new Error('on purpose');
  },

  failsAtOnce: () => {
    throw new Error('at once');
  },

  async *numbers(_reader, args) {
    try {
      for (let i = 0; i < (args as number); i++) {
        seen.made++;
        yield utf8(String(i));
      }
    } finally {
      seen.ended++;
    }
  },

  /** Without end; every chunk takes a while of the thread. */
  async *busy() {
    for (;;) {
      const from = performance.now();
      while (performance.now() - from < 1);
      seen.made++;
      yield utf8('chunk');
    }
  },

  /** Yields the value of one key again and again. */
  async *repeat(reader, args) {
    for (;;) yield (await reader.get(utf8(args as string))) ?? utf8('nothing');
  },

  async *failsLater() {
    yield utf8('first');
    throw new Error('later');
  },

  exits: async () => process.exit(3),

  throwsOutside: () =>
    new Promise(() => {
      setImmediate(() => {
        throw new Error('nobody catches this');
      });
    }),
};

export const createQueries = (): StoreQueries => queries;
