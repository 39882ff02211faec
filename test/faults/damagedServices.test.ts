/** A database of the services that cannot be opened: clients read that the services cannot be used and nothing of this machine; the
 *  operator reads the cause, and goes on reading it when the thread that has failed over it has ended. */

import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { utf8, utf8Text } from '../../engine/base/bytes.js';
import { isRefusal } from '../../engine/base/refusal.js';
import { STANDARD_VOTE_RULES } from '../../engine/services/voteRules.js';
import { auditServices } from '../../workers/services/auditServices.js';
import { NodeServices } from '../../workers/services/services.js';
import { temporaryDirectory } from '../crash/nodeDirectory.js';
import { LogBook } from '../support/engineNode.js';
import { signed } from '../support/signedRequests.js';
import { signingActor } from '../support/transactions.js';

const alice = signingActor('damaged services: alice');
const SLOW_MACHINE_MS = 240_000;
/** Long enough for the end of a thread to be told. */
const EXIT_MS = 1_000;

/** What clients read, and nothing of this machine. */
const UNUSABLE =
  'the services of this node cannot be used at present: their database is damaged or cannot be opened, which the operator of the node has to mend';

const moment = { now: Date.now(), height: 1 };
const play = (services: NodeServices) =>
  services.take('social_play', utf8(signed(alice, { trackId: 'track' }).body), moment, 'a client');

function servicesIn(directory: string): NodeServices {
  const services = new NodeServices({
    directory,
    chainId: 'damaged-services',
    requireChainId: false,
    backend: 'noble',
    cacheBytes: 1024 * 1024,
    nodeKey: alice.publicKey,
    mostBytes: 1024 * 1024 * 1024,
    retentionMs: 0,
    named: [],
    voteRules: STANDARD_VOTE_RULES,
    log: new LogBook(),
  });
  onTestFinished(() => services.close());
  return services;
}

test(
  'a log that has lost its end is not taken for whole: the operator restores, or goes on knowingly',
  async () => {
    const directory = temporaryDirectory();
    const services = servicesIn(directory);
    for (let plays = 1; plays <= 5; plays++)
      expect(utf8Text((await play(services)) as Uint8Array)).toBe(`{"success":true,"plays":${plays}}`);

    const whole = temporaryDirectory();
    cpSync(directory, whole, { recursive: true });
    expect(utf8Text((await play(servicesIn(whole))) as Uint8Array)).toBe('{"success":true,"plays":6}');

    const cut = temporaryDirectory();
    cpSync(directory, cut, { recursive: true });
    const folder = join(cut, 'services', 'db');
    const [log = ''] = readdirSync(folder).filter((name) => name.endsWith('.log'));
    truncateSync(join(folder, log), statSync(join(folder, log)).size - 40);
    expect((await auditServices(cut))?.findings[0]).toMatch(/its last write is missing/);
    const damaged = servicesIn(cut);
    expect(isRefusal(await play(damaged))).toBe(true);
    const mark = join(cut, 'services', 'last-group');
    expect(damaged.problem?.message).toBe(UNUSABLE);
    expect(damaged.problem?.detail).toContain(
      `the end of the services' database is lost: its last write is missing; restore the newest backup into an empty data directory; or delete ${mark} to go on without them`,
    );
    await damaged.close();
    rmSync(mark);
    expect(utf8Text((await play(servicesIn(cut))) as Uint8Array)).toBe('{"success":true,"plays":5}');
  },
  SLOW_MACHINE_MS,
);

test(
  'a list of files that has lost its end is not taken for whole',
  async () => {
    const directory = temporaryDirectory();
    // Each opening moves the log of the time before into a file.
    for (let plays = 1; plays <= 3; plays++) {
      const services = servicesIn(directory);
      expect(utf8Text((await play(services)) as Uint8Array)).toBe(`{"success":true,"plays":${plays}}`);
      await services.close();
    }
    const name = utf8Text(readFileSync(join(directory, 'services', 'db', 'CURRENT'))).trim();
    const { size } = statSync(join(directory, 'services', 'db', name));
    for (const length of [size - 1, size - 40]) {
      const cut = temporaryDirectory();
      cpSync(directory, cut, { recursive: true });
      const list = join(cut, 'services', 'db', name);
      truncateSync(list, length);
      expect((await auditServices(cut))?.findings[0]).toContain('has lost its end');
      const damaged = servicesIn(cut);
      expect(isRefusal(await play(damaged))).toBe(true);
      const mark = join(cut, 'services', 'last-group');
      expect(damaged.problem).toMatchObject({ message: UNUSABLE });
      expect(damaged.problem?.detail).toContain(`${list}, has lost its end: the newest files are missing in it`);
      await damaged.close();
      rmSync(mark);
      const goesOn = servicesIn(cut);
      expect(isRefusal(await play(goesOn))).toBe(false);
      await goesOn.close();
      expect((await auditServices(cut))?.findings).not.toContainEqual(expect.stringContaining('has lost its end'));
    }
    // A mark of an older version says nothing of it.
    const mark = join(directory, 'services', 'last-group');
    truncateSync(mark, 16);
    expect(utf8Text((await play(servicesIn(directory))) as Uint8Array)).toBe('{"success":true,"plays":4}');
    expect(statSync(mark).size).toBe(48);
  },
  SLOW_MACHINE_MS,
);

test(
  'the cause of a failed opening stays, for the operator alone',
  async () => {
    const directory = temporaryDirectory();
    const folder = join(directory, 'services', 'db');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, '000027.log'), 'records');
    const services = servicesIn(directory);
    for (const wait of [0, EXIT_MS]) {
      await sleep(wait);
      const answer = await play(services);
      expect(isRefusal(answer) && [answer.code, answer.message]).toEqual(['busy', UNUSABLE]);
      expect(services.problem?.message).toBe(UNUSABLE);
      expect(services.problem?.detail).toMatch(/000027\.log is there, its file CURRENT is not/);
    }
  },
  SLOW_MACHINE_MS,
);
