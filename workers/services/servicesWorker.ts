/** The thread of the services: it owns their database, checks signatures of their requests, and answers their readers, so that the main
 *  thread only hands over bytes.
 *
 *  In: calls of `openServices.ts`. Out: one answer for each. What may be lost: what was not answered. */

import { parentPort, workerData } from 'node:worker_threads';
import type { Log } from '../../engine/base/ports.js';
import { errorText, InvariantError, isRefusal } from '../../engine/base/refusal.js';
import type { AccountId } from '../../engine/crypto/address.js';
import { protocolOfStored } from '../../engine/protocol/protocolOf.js';
import { ServiceDesk } from '../../engine/services/desk.js';
import { doDue } from '../../engine/services/dueWork.js';
import { serviceKindOf } from '../../engine/services/kinds/index.js';
import { dropPushToken } from '../../engine/services/pushTokens.js';
import type { HeightTime } from '../../engine/services/replication/blockTimes.js';
import { Replicator } from '../../engine/services/replication/replicator.js';
import type { ReadContext } from '../../engine/services/serviceRequest.js';
import type { Directory, DirectoryWallet } from '../../engine/services/surroundings.js';
import { chooseBackend } from '../verify/signatureBackends.js';
import {
  type FromThread,
  type HostCall,
  type RefusedAnswer,
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

/** Due work of one turn: between two groups of requests. */
const DUE_AT_ONCE = 256;

const asked = new Map<number, (value: never) => void>();
let lastAsked = 0;

const ask = <T>(call: HostCall): Promise<T> =>
  new Promise((resolve) => {
    const id = ++lastAsked;
    asked.set(id, resolve as (value: never) => void);
    send({ ask: id, call });
  });

const directory: Directory = {
  wallets: (texts) =>
    texts.length === 0
      ? Promise.resolve([])
      : ask<readonly (DirectoryWallet | undefined)[]>({ kind: 'wallets', texts }),
  walletsOf: (accounts: readonly AccountId[]) =>
    accounts.length === 0
      ? Promise.resolve([])
      : ask<readonly (DirectoryWallet | undefined)[]>({ kind: 'walletsOf', accounts }),
};

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
  onEntered: () => void replicator.entered(),
  forward: async (home, service, body) => {
    const answered = await ask<Uint8Array | RefusedAnswer>({ kind: 'forward', home, service, body });
    return answered instanceof Uint8Array ? answered : refusalOf(answered);
  },
});
const replicator = new Replicator({
  ...{ desk, store, read, log, nodeKey: data.nodeKey },
  named: new Set(data.named as readonly AccountId[]),
  sign: (message) => ask<Uint8Array | undefined>({ kind: 'sign', message }),
  blockTimes: async (heights) => (await ask<readonly HeightTime[] | undefined>({ kind: 'blockTimes', heights })) ?? [],
  onMarks: (marks) => send({ marks }),
  onEvents: (events) => send({ events }),
});
await desk.open();

async function perform(call: ServicesCall): Promise<unknown> {
  switch (call.kind) {
    case 'take':
      return desk.take(call.service, call.body, call.moment);
    case 'read':
      return desk.read(call.query, call.args, call.moment);
    case 'due':
      return desk.turn((scene) => doDue(scene, desk.around(call.moment), DUE_AT_ONCE));
    case 'pushGone':
      return desk.turn((scene) => dropPushToken(scene, call.account, call.token));
    case 'compact':
      return store.compact({ gte: Uint8Array.of(0), lt: Uint8Array.of(0xff) });
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
      const own = new Uint8Array(value);
      send({ answer: id, value: own, stats }, [own.buffer]);
    } else send({ answer: id, value, stats });
  } catch (error) {
    send({ answer: id, error: errorText(error) });
  }
  if (call.kind === 'close') port.close();
}

port.on('message', (message: ToThread) => {
  if ('told' in message) {
    const resolve = asked.get(message.told);
    asked.delete(message.told);
    resolve?.(message.value as never);
  } else void answer(message);
});

send({ opened: true });
