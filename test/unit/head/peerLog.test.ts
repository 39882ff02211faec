/** What the log says of peers that come, go, and cannot be reached. */

import { expect, test } from 'vitest';
import { PeerLog } from '../../../engine/head/peerLog.js';

const URL = 'https://one.example/api';

function scene() {
  const lines: string[] = [];
  const say =
    (level: string) =>
    (_: object, message: string): void =>
      void lines.push(`${level}: ${message}`);
  const log = new PeerLog({ debug: say('debug'), info: say('info'), warn: say('warn'), error: say('error') });
  log.named = new Set([URL]);
  return { log, lines };
}

const peer = (url: string | undefined) => ({
  id: 'a1',
  publicKey: new Uint8Array(1),
  startedAt: 0,
  facts: { direction: 'dial' as const, url, address: '' },
});

test('a named URL that leads to nobody is a warning, once for each reason', () => {
  const { log, lines } = scene();
  for (const reason of ['refused', 'refused', 'timeout', 'timeout']) log.unreached(URL, reason);
  expect(lines).toEqual(Array(2).fill('warn: a node of --peers is not reached; it is dialled again'));
  log.unreached('https://stranger.example/api', 'refused');
  log.unreached(URL, 'already_connected');
  expect(lines).toHaveLength(2);
});

test('after it was reached, the same reason is news again', () => {
  const { log, lines } = scene();
  log.unreached(URL, 'refused');
  log.up(1, peer(URL));
  log.down(1, 'lost');
  log.unreached(URL, 'refused');
  expect(lines.map((line) => line.slice(0, 4))).toEqual(['warn', 'info', 'info', 'warn']);
});
