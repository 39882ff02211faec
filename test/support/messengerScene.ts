/** A desk of the services over a database in memory, and requests of the messenger for it.
 *
 *  In: who asks for what, when. Out: answers as JSON, and all entries of the database. Signatures are those of `keyedBackend`; wallets
 *  are those of a directory in a Map. */

import { createHash } from 'node:crypto';
import { toHex, utf8, utf8Text } from '../../engine/base/bytes.js';
import { canonicalJson, JsonNumber, type JsonValue } from '../../engine/base/json.js';
import { isRefusal, type Refusal } from '../../engine/base/refusal.js';
import { type AccountId, accountOfKey, addressOf } from '../../engine/crypto/address.js';
import { nativeProtocol } from '../../engine/protocol/native.js';
import { ServiceDesk } from '../../engine/services/desk.js';
import { doDue } from '../../engine/services/dueWork.js';
import { serviceKindOf } from '../../engine/services/kinds/index.js';
import { nonceExpiries, usedNonces } from '../../engine/services/record.js';
import type { ServiceEvent } from '../../engine/services/serviceEvent.js';
import { type ReadContext, type ReadRequest, readRequest } from '../../engine/services/serviceRequest.js';
import type { Directory, DirectoryWallet, Moment } from '../../engine/services/surroundings.js';
import { LogBook } from './engineNode.js';
import { keyedBackend } from './keyedBackend.js';
import { thrown } from './servicesDesk.js';
import { SortedStore } from './sortedStore.js';
import { type Actor, actor, CHAIN_ID, freshNonce } from './transactions.js';

export type Fields = Readonly<Record<string, JsonValue>>;
export type Answer = Readonly<Record<string, unknown>>;

export interface Writer extends Actor {
  readonly secretKey: Uint8Array;
}

export function writer(name: string): Writer {
  const { publicKey, secretKey } = keyedBackend.keygen(createHash('sha256').update(name).digest());
  const account = accountOfKey(publicKey);
  return { publicKey, secretKey, keyHex: toHex(publicKey), account, address: addressOf(account) };
}

const context: ReadContext = {
  chainId: CHAIN_ID,
  requireChainId: false,
  protocol: nativeProtocol,
  backend: keyedBackend,
  isKind: (name) => serviceKindOf(name) !== undefined,
};

/** The body of a request. */
export function bodyOf(signer: Writer, fields: Fields, timestamp: number): Uint8Array {
  const payload = new Map<string, JsonValue>([
    ['from', signer.keyHex],
    ['timestamp', new JsonNumber(String(timestamp))],
    ['nonce', freshNonce()],
    ...Object.entries(fields),
  ]);
  const text = canonicalJson(payload);
  const signature = toHex(keyedBackend.sign(utf8(text), signer.secretKey));
  return utf8(`{"payload":${text},"signature":"${signature}","public_key":"${signer.keyHex}"}`);
}

/** A request as the node that takes it in reads it. */
export function requestOf(kind: string, signer: Writer, fields: Fields, timestamp: number): ReadRequest {
  const known = serviceKindOf(kind);
  if (!known) throw new Error(`there is no service ${kind}`);
  const request = readRequest(known, bodyOf(signer, fields, timestamp), { now: timestamp }, context);
  if (isRefusal(request)) throw new Error(request.message);
  return request;
}

/** Wallets of some writers: each is called by its name. */
function directoryOf(owners: ReadonlyMap<string, Writer>): Directory {
  const wallets = [...owners].map(
    ([id, { account, keyHex }]): DirectoryWallet => ({
      ...{
        account,
        id,
        displayName: id.toUpperCase(),
        signingKey: keyHex,
        encryptionKey: `kem ${id}`,
        name: undefined,
      },
    }),
  );
  const named = (text: string): DirectoryWallet | undefined =>
    wallets.find(({ id, encryptionKey }) => id === text || encryptionKey === text);
  return {
    wallets: async (texts) => texts.map(named),
    walletsOf: async (accounts: readonly AccountId[]) =>
      accounts.map((account) => wallets.find((wallet) => wallet.account === account)),
  };
}

export interface Arrival {
  readonly request: ReadRequest;
  /** That its node saw. */
  readonly height: number;
}

export class MessengerScene {
  readonly store = new SortedStore();
  readonly events: ServiceEvent[] = [];
  readonly desk: ServiceDesk;

  /** @param owners of wallets, by id. */
  constructor(owners: ReadonlyMap<string, Writer>) {
    this.desk = new ServiceDesk({
      store: this.store,
      directory: directoryOf(owners),
      read: context,
      log: new LogBook(),
      onEvents: (events) => this.events.push(...events),
      nodeKey: actor('a node with services').publicKey,
      mostBytes: 2 ** 30,
    });
  }

  /** Enters records as if they came from another node, all in one group. */
  async merge(arrivals: readonly Arrival[]): Promise<void> {
    await this.desk.turn(async (scene) => {
      for (const { request, height } of arrivals) {
        const around = this.desk.around(momentAt(request.timestamp));
        const refused = await this.desk.book.record(scene, request, height, around);
        if (refused) throw new Error(refused.message);
      }
    });
  }

  async ask(kind: string, signer: Writer, fields: Fields, now: number): Promise<Answer | Refusal> {
    const answer = await this.desk.take(kind, bodyOf(signer, fields, now), momentAt(now));
    return isRefusal(answer) ? answer : (JSON.parse(utf8Text(answer)) as Answer);
  }

  /** @returns how much was done. */
  async due(now: number): Promise<number> {
    let all = 0;
    for (;;) {
      const done = await this.desk.turn((scene) => doDue(scene, this.desk.around(momentAt(now)), 64, thrown));
      all += done;
      if (done === 0) return all;
    }
  }

  /** Every entry, as text; without the nonces of those who have asked. */
  entries(): readonly string[] {
    return this.store
      .all()
      .filter(({ key }) => key[0] !== usedNonces.id && key[0] !== nonceExpiries.id)
      .map(({ key, value }) => `${toHex(key)} ${toHex(value)}`);
  }
}

const momentAt = (now: number): Moment => ({ now, height: 7 });
