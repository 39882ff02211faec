/** The thread of the services: it owns their database, checks signatures of their requests, and answers their readers, so that the main
 *  thread only hands over bytes.
 *
 *  In: calls of `openServices.ts`. Out: one answer for each. What may be lost: what was not answered. */

import { parentPort, workerData } from 'node:worker_threads';
import type { Log } from '../../engine/base/ports.js';
import { errorText, InvariantError, isRefusal, type Refusal } from '../../engine/base/refusal.js';
import type { AccountId } from '../../engine/crypto/address.js';
import { protocolOfStored } from '../../engine/protocol/protocolOf.js';
import { CachedDirectory, type DirectoryAnswer } from '../../engine/services/cachedDirectory.js';
import { ServiceDesk } from '../../engine/services/desk.js';
import { erasedSoFar, noteRewritten } from '../../engine/services/erasures.js';
import type { ServiceHost } from '../../engine/services/host.js';
import { serviceKindOf } from '../../engine/services/kinds/index.js';
import { dropPushToken } from '../../engine/services/pushTokens.js';
import type { HeightTime } from '../../engine/services/replication/blockTimes.js';
import { Replicator } from '../../engine/services/replication/replicator.js';
import { DurableScene } from '../../engine/services/scene.js';
import type { ReadContext } from '../../engine/services/serviceRequest.js';
import type { Named } from '../../engine/services/surroundings.js';
import { movableAnswer } from '../store/storeMessages.js';
import { chooseBackend } from '../verify/signatureBackends.js';
import {
  type FromThread,
  type HostCall,
  refusalOf,
  refusedAnswer,
  type ServicesCall,
  type ServicesRequest,
  type ServicesWorkerData,
  type ToThread,
} from './servicesMessages.js';
import { DiskServicesStore } from './servicesStore.js';

if (!parentPort) throw new InvariantError('the services run as a thread only');
const port = parentPort;
const data = workerData as ServicesWorkerData;

const send = (message: FromThread, transfer: ArrayBuffer[] = []): void => port.postMessage(message, transfer);

interface Asked {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

const asked = new Map<number, Asked>();
let lastAsked = 0;

/** @returns what the main thread answers, or its refusal. */
const ask = <T>(call: HostCall): Promise<T> =>
  new Promise((resolve, reject) => {
    const id = ++lastAsked;
    asked.set(id, { resolve: resolve as (value: never) => void, reject });
    send({ ask: id, call });
  });

/** For questions that the main thread does not refuse while there is a chain. */
async function askValue<T>(call: HostCall): Promise<T> {
  const value = await ask<T | Refusal>(call);
  if (isRefusal(value)) throw new Error(value.message);
  return value;
}

function told({ told: id, answer }: Extract<ToThread, { told: number }>): void {
  const waiting = asked.get(id);
  asked.delete(id);
  if ('error' in answer) waiting?.reject(new Error(answer.error));
  else waiting?.resolve(('refused' in answer ? refusalOf(answer.refused) : answer.value) as never);
}

const host: ServiceHost = {
  sign: (message) => ask({ kind: 'sign', message }),
  balance: (account) => askValue({ kind: 'balance', account }),
  balances: () => askValue({ kind: 'balances' }),
  transfer: (id) => askValue({ kind: 'transfer', id }),
};

const directory = new CachedDirectory({
  wallets: (texts) => askValue<DirectoryAnswer<Named>>({ kind: 'wallets', texts }),
  walletsOf: (accounts) => askValue<DirectoryAnswer>({ kind: 'walletsOf', accounts }),
});

/** Errors do not survive a structured clone with their members: their text goes. */
const logged =
  (level: 'debug' | 'info' | 'warn' | 'error') => (fields: Readonly<Record<string, unknown>>, text: string) => {
    const error = fields.error === undefined ? {} : { error: errorText(fields.error) };
    send({ log: { level, text, fields: { ...fields, ...error } } });
  };

const log: Log = { debug: logged('debug'), info: logged('info'), warn: logged('warn'), error: logged('error') };

const store = await DiskServicesStore.open(data.directory);
const { instance: backend } = chooseBackend(data.backend, data.cacheBytes, () => performance.now());
const read: ReadContext = {
  chainId: data.chainId,
  requireChainId: data.requireChainId,
  protocol: protocolOfStored(data.chainId),
  backend,
  isKind: (name) => serviceKindOf(name) !== undefined,
};
const desk = new ServiceDesk({
  store,
  directory,
  read,
  nodeKey: data.nodeKey,
  mostBytes: data.mostBytes,
  log,
  onEvents: (events) => send({ events }),
  host,
  voteRules: data.voteRules,
  onEntered: () => void replicator.entered(),
  forward: (home, service, body) => ask({ kind: 'forward', home, service, body }),
});
const replicator = new Replicator({
  ...{ desk, store, read, log, nodeKey: data.nodeKey },
  named: new Set(data.named as readonly AccountId[]),
  sign: async (message) => {
    const signature = await host.sign(message);
    return isRefusal(signature) ? undefined : signature;
  },
  blockTimes: (heights) => askValue<readonly HeightTime[]>({ kind: 'blockTimes', heights }),
  onMarks: (marks) => send({ marks }),
  onEvents: (events) => send({ events }),
});
await desk.open();

const sweeping = {
  retentionMs: data.retentionMs,
  onFault: (error: unknown, where: string) =>
    log.error({ error, where }, 'work of the services that was due has failed'),
};

async function rewrite(): Promise<void> {
  // Read before: what is erased meanwhile may stay, and counts for the next time.
  const erased = await erasedSoFar(new DurableScene(store));
  await store.rewrite();
  await desk.turn(async (scene) => noteRewritten(scene, erased));
}

async function perform(call: ServicesCall): Promise<unknown> {
  switch (call.kind) {
    case 'take':
      return desk.take(call.service, call.body, call.moment, call.source);
    case 'read':
      return desk.read(call.query, call.args, call.moment, call.source);
    case 'sweep':
      return desk.sweep(call.moment, sweeping);
    case 'rewrite':
      return rewrite();
    case 'backup':
      return store.backup(call.directory);
    case 'pushGone':
      return desk.turn((scene) => dropPushToken(scene, call.account, call.token));
    case 'marks':
      return replicator.marks();
    case 'publish':
      void replicator.publish();
      return undefined;
    case 'runs':
      return replicator.serve(call.origin as AccountId, call.series, call.from);
    case 'takeRuns':
      return replicator.take(call.origin as AccountId, call.series, call.runs, call.moment);
    case 'close':
      await replicator.close();
      await desk.close();
      return store.close();
  }
}

async function answer({ id, call }: ServicesRequest): Promise<void> {
  try {
    const value = await perform(call);
    const stats = desk.stats();
    if (isRefusal(value)) send({ answer: id, refused: refusedAnswer(value), stats });
    else if (value instanceof Uint8Array) {
      const own = movableAnswer(value);
      send({ answer: id, value: own, stats }, [own.buffer]);
    } else send({ answer: id, value, stats });
  } catch (error) {
    send({ answer: id, error: errorText(error) });
  }
  if (call.kind === 'close') port.close();
}

port.on('message', (message: ToThread) => {
  if ('told' in message) told(message);
  else if ('directoryChanged' in message) directory.changed();
  else void answer(message);
});

send({ opened: true });
