/** `rouged publish`: carries the event log of a node into NATS JetStream, until a signal ends it. */

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { errorText, isRefusal, type Refusal } from '../../engine/base/refusal.js';
import { badOption } from '../config/optionKinds.js';
import { type PublishValues, publishOptions } from '../config/publishOptions.js';
import { openLog } from '../log.js';
import { publisherPage } from '../publish/measures.js';
import { Publisher } from '../publish/publisher.js';
import { chainOf, genesisHashOf } from './chainOf.js';
import { runRole } from './role.js';
import type { Command } from './subcommand.js';
import { EXIT_OK } from './terminal.js';

const GIB = 2 ** 30;
const DAY_SECONDS = 86_400;

/** What begins the two parts of a credentials file. */
const CREDENTIALS = ['BEGIN NATS USER JWT', 'BEGIN USER NKEY SEED'] as const;

export function credentialsOf(path: string | undefined): Uint8Array | undefined | Refusal {
  if (path === undefined) return undefined;
  try {
    const bytes = readFileSync(path);
    return CREDENTIALS.every((part) => bytes.includes(part))
      ? bytes
      : badOption(`--nats-creds: ${path} is no credentials file of NATS, which has a user JWT and a user seed`);
  } catch (error) {
    return badOption(`--nats-creds cannot be read: ${errorText(error)}`);
  }
}

async function publish(values: PublishValues): Promise<number | Refusal> {
  const { nats: url, natsCreds, node, format, from = 1, replicas, maxGib, maxDays } = values;
  if (url === undefined) return badOption('rouged publish needs the servers of NATS: --nats <url>');
  const credentials = credentialsOf(natsCreds);
  if (isRefusal(credentials)) return credentials;
  const { log } = openLog({ level: values.logLevel, format: values.logFormat });
  const stop = new AbortController();
  const chainId = await chainOf(node, stop, log);
  if (chainId === undefined) return EXIT_OK;
  if (isRefusal(chainId)) return chainId;
  const publisher = new Publisher({
    ...{ node, from, name: randomUUID(), log, signal: stop.signal },
    genesisHash: () => genesisHashOf(node),
    stream: {
      ...{ url, credentials, chainId, format, stream: values.stream, replicas },
      ...{ maxBytes: maxGib * GIB, maxAgeSeconds: maxDays * DAY_SECONDS },
    },
  });
  const page = publisherPage(() => publisher.reading);
  return runRole(values, { stop, log, page, run: () => publisher.run() });
}

export const publishCommand: Command<typeof publishOptions> = {
  name: 'publish',
  table: publishOptions,
  usage: '--nats <url> [--node <url>]',
  help: 'Carries the event log of a node into a stream of NATS JetStream. Keeps nothing itself; ends cleanly on SIGTERM.',
  options: Object.keys(publishOptions) as (keyof typeof publishOptions)[],
  words: 0,
  run: publish,
};
