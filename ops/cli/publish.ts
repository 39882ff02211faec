/** `rouged publish`: carries the event log of a node into NATS JetStream, until a signal ends it. */

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { errorText, isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import { badOption } from '../config/optionKinds.js';
import { type PublishValues, publishOptions } from '../config/publishOptions.js';
import { openLog } from '../log.js';
import type { StreamOptions } from '../publish/jetStreamLog.js';
import { publisherPage } from '../publish/measures.js';
import { Publisher } from '../publish/publisher.js';
import { isNodeFault, NodeClient } from './client.js';
import { runRole } from './role.js';
import type { Command } from './subcommand.js';

const GIB = 2 ** 30;
const DAY_SECONDS = 86_400;

/** What begins the two parts of a credentials file. */
const CREDENTIALS = ['BEGIN NATS USER JWT', 'BEGIN USER NKEY SEED'] as const;

/** Whose events these are. */
export async function chainOf(node: string): Promise<string | Refusal> {
  const chainId = await new NodeClient(node).chainId();
  if (isNodeFault(chainId)) return refuse('busy', chainId.message);
  return chainId ?? refuse('busy', `${node} does not say of which chain it is`);
}

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

async function streamOf(values: PublishValues): Promise<StreamOptions | Refusal> {
  const { nats: url, natsCreds, node, format, stream, replicas, maxGib, maxDays } = values;
  if (url === undefined) return badOption('rouged publish needs the servers of NATS: --nats <url>');
  const credentials = credentialsOf(natsCreds);
  if (isRefusal(credentials)) return credentials;
  const chainId = await chainOf(node);
  if (isRefusal(chainId)) return chainId;
  const bounds = { maxBytes: maxGib * GIB, maxAgeSeconds: maxDays * DAY_SECONDS };
  return { url, credentials, chainId, format, stream, replicas, ...bounds };
}

async function publish(values: PublishValues): Promise<number | Refusal> {
  const stream = await streamOf(values);
  if (isRefusal(stream)) return stream;
  const { log } = openLog({ level: values.logLevel, format: values.logFormat });
  const stop = new AbortController();
  const { node, from = 1 } = values;
  const publisher = new Publisher({ node, stream, from, name: randomUUID(), log, signal: stop.signal });
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
