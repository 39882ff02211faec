/** What was erased is gone from the disk: after the files are rewritten, no file of the services' database holds a byte sequence of it,
 *  neither its tables nor its logs. The real thread writes and erases over the real database. */

import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { utf8, utf8Text } from '../../engine/base/bytes.js';
import { isRefusal } from '../../engine/base/refusal.js';
import type { Moment } from '../../engine/services/surroundings.js';
import { STANDARD_VOTE_RULES } from '../../engine/services/voteRules.js';
import { NodeServices } from '../../workers/services/services.js';
import { temporaryDirectory } from '../crash/nodeDirectory.js';
import { LogBook } from '../support/engineNode.js';
import { signed } from '../support/signedRequests.js';
import { signingActor } from '../support/transactions.js';

const alice = signingActor('erased bytes: alice');
const DAY_MS = 86_400_000;
const RETENTION_DAYS = 30;
const SLOW_MACHINE_MS = 240_000;

const TAKEN = /^\{"success":true,"post":/;

const momentAt = (now: number): Moment => ({ now, height: 1 });

function openIn(directory: string): NodeServices {
  const services = new NodeServices({
    directory,
    chainId: 'erased-bytes',
    requireChainId: false,
    backend: 'noble',
    cacheBytes: 1024 * 1024,
    nodeKey: alice.publicKey,
    mostBytes: 1024 * 1024 * 1024,
    retentionMs: RETENTION_DAYS * DAY_MS,
    named: [],
    voteRules: STANDARD_VOTE_RULES,
    log: new LogBook(),
  });
  onTestFinished(() => services.close());
  return services;
}

/** Kinds of files of the database in which a text is found. */
function filesWith(directory: string, text: string): readonly string[] {
  const folder = join(directory, 'services');
  for (;;) {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.length).toBeGreaterThan(3);
    try {
      const found = files.filter((file) => readFileSync(join(file.parentPath, file.name)).includes(text));
      return [...new Set(found.map(({ name }) => name.replace(/^\d+/, '')))];
    } catch (error) {
      // The database has moved what a file held into another one meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}

const post = async (services: NodeServices, body: string): Promise<string> => {
  const answer = await services.take(
    'social_post_create',
    utf8(signed(alice, { body }).body),
    momentAt(Date.now()),
    'a client',
  );
  return isRefusal(answer) ? answer.message : utf8Text(answer);
};

/** Sweeps until nothing is left to do at that time. @returns what was done together. */
async function sweepAll(services: NodeServices, now: number) {
  let expired = 0;
  let nonces = 0;
  for (;;) {
    const result = await services.sweep(momentAt(now));
    if (!result || isRefusal(result)) throw new Error(`the services did not sweep: ${result?.message}`);
    expired += result.expired;
    nonces += result.nonces;
    if (!result.hasMore) return { expired, nonces, rewrite: result.rewrite };
  }
}

test(
  'erased records leave the tables and the logs of the database, and the others stay',
  async () => {
    const directory = temporaryDirectory();
    const inTable = `in a table ${randomBytes(40).toString('hex')}`;
    const inLog = `in the log ${randomBytes(40).toString('hex')}`;
    const young = `stays ${randomBytes(40).toString('hex')}`;
    const first = openIn(directory);
    expect(await post(first, inTable)).toMatch(TAKEN);
    await first.close();
    // Opening moves the log into a table.
    const services = openIn(directory);
    expect(await post(services, inLog)).toMatch(TAKEN);
    expect(filesWith(directory, inTable)).toEqual(['.sst']);
    expect(filesWith(directory, inLog)).toEqual(['.log']);

    const later = Date.now() + RETENTION_DAYS * DAY_MS;
    expect(await sweepAll(services, later - 60_000)).toMatchObject({ expired: 0, nonces: 2 });
    expect(await sweepAll(services, later + 60_000)).toEqual({ expired: 2, nonces: 0, rewrite: false });
    // A record that is younger than they are.
    expect(await post(services, young)).toMatch(TAKEN);
    expect(services.stats()).toMatchObject({ records: 1 });
    // Erased, and still on the disk: this is what the rewriting is for.
    expect(filesWith(directory, inTable).length + filesWith(directory, inLog).length).toBeGreaterThan(0);
    expect(await sweepAll(services, later + 2 * 60_000)).toMatchObject({ rewrite: false });
    expect(await services.sweep(momentAt(later + DAY_MS + 3 * 60_000))).toMatchObject({ rewrite: true });

    expect(await services.rewrite()).toBeUndefined();
    expect(filesWith(directory, inTable)).toEqual([]);
    expect(filesWith(directory, inLog)).toEqual([]);
    // What is said again is there again.
    expect(await post(services, inTable)).toMatch(TAKEN);
    expect(await services.sweep(momentAt(Date.now()))).toMatchObject({ rewrite: false });
    expect(filesWith(directory, inTable)).toEqual(['.log']);
  },
  SLOW_MACHINE_MS,
);
