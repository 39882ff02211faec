/** A copy of the services that was made while they were written holds what was answered before it, opens, and goes on by itself. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { utf8, utf8Text } from '../../engine/base/bytes.js';
import { isRefusal } from '../../engine/base/refusal.js';
import { STANDARD_VOTE_RULES } from '../../engine/services/voteRules.js';
import { NodeServices } from '../../workers/services/services.js';
import { copyServices, hasServices } from '../../workers/services/servicesBackup.js';
import { temporaryDirectory } from '../crash/nodeDirectory.js';
import { LogBook } from '../support/engineNode.js';
import { signed } from '../support/signedRequests.js';
import { signingActor } from '../support/transactions.js';

const alice = signingActor('services backup: alice');
const SLOW_MACHINE_MS = 240_000;

function openIn(directory: string): NodeServices {
  const services = new NodeServices({
    directory,
    chainId: 'services-backup',
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

async function send(services: NodeServices, body: string): Promise<string> {
  const moment = { now: Date.now(), height: 1 };
  const answer = await services.take('social_play', utf8(body), moment, 'a client');
  return isRefusal(answer) ? answer.message : utf8Text(answer);
}

test(
  'a copy holds what was answered before it, nonces too, and the original goes on',
  async () => {
    const directory = temporaryDirectory();
    const services = openIn(directory);
    const copy = join(directory, 'copy');
    mkdirSync(copy);
    // Nobody has asked for services yet: there is nothing to copy.
    await services.backup(copy);
    expect(hasServices(copy)).toBe(false);

    const before = signed(alice, { trackId: 'track' }).body;
    expect(await send(services, before)).toBe('{"success":true,"plays":1}');
    const during = Array.from({ length: 8 }, () => send(services, signed(alice, { trackId: 'track' }).body));
    await services.backup(copy);
    expect((await Promise.all(during)).every((answer) => answer.startsWith('{"success":true'))).toBe(true);
    expect(hasServices(copy)).toBe(true);
    expect(await send(services, signed(alice, { trackId: 'track' }).body)).toBe('{"success":true,"plays":10}');

    const restored = openIn(copy);
    expect(await send(restored, before)).toBe('Duplicate nonce (possible replay attack)');
    const answer = JSON.parse(await send(restored, signed(alice, { trackId: 'track' }).body));
    expect(answer.plays).toBeGreaterThanOrEqual(2);
    expect(answer.plays).toBeLessThanOrEqual(10);
    await restored.close();

    // And a directory that no node uses.
    await services.close();
    const second = join(directory, 'second');
    mkdirSync(second);
    await copyServices(directory, second);
    expect(await send(openIn(second), signed(alice, { trackId: 'track' }).body)).toBe('{"success":true,"plays":11}');
  },
  SLOW_MACHINE_MS,
);
