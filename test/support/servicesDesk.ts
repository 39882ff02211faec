/** A desk of the services over a store in memory: what a node answers to signed requests, without threads and sockets.
 *
 *  In: wallets of a directory, requests as their members. Out: answers as values, refusals as they are. Keys and signatures are those
 *  of `keyedBackend`. */

import { toHex, utf8, utf8Text } from '../../engine/base/bytes.js';
import { canonicalJson, type JsonObject, parseJson } from '../../engine/base/json.js';
import { ENVELOPE_JSON } from '../../engine/base/limits.js';
import { isRefusal, type Refusal } from '../../engine/base/refusal.js';
import { SERVICE_CACHE_BYTES } from '../../engine/base/serviceLimits.js';
import { type AccountId, accountOfKey, resolveAccount } from '../../engine/crypto/address.js';
import type { KeyPair } from '../../engine/crypto/mldsa.js';
import { nativeProtocol } from '../../engine/protocol/native.js';
import { ServiceDesk, type ServicesStore } from '../../engine/services/desk.js';
import { serviceKindOf } from '../../engine/services/kinds/index.js';
import { RowCache } from '../../engine/services/rowCache.js';
import type { ServiceEvent } from '../../engine/services/serviceEvent.js';
import type { Directory, DirectoryWallet, Moment, ServiceNode } from '../../engine/services/surroundings.js';
import { STANDARD_VOTE_RULES } from '../../engine/services/voteRules.js';
import { LogBook } from './engineNode.js';
import { keyedBackend } from './keyedBackend.js';

export const DESK_CHAIN = 'services-test-1';

/** Somebody with a key, and a wallet in the directory unless it says otherwise. */
export class Signer {
  readonly keys: KeyPair;
  readonly account: AccountId;
  readonly publicKey: string;
  #nonce = 0;

  constructor(
    readonly name: string,
    readonly isRegistered = true,
  ) {
    const seed = new Uint8Array(32);
    seed.set(utf8(name).subarray(0, 32));
    this.keys = keyedBackend.keygen(seed);
    this.account = accountOfKey(this.keys.publicKey);
    this.publicKey = toHex(this.keys.publicKey);
  }

  get wallet(): DirectoryWallet | undefined {
    if (!this.isRegistered) return undefined;
    const { account, name, publicKey } = this;
    return { account, id: publicKey, displayName: name, signingKey: publicKey, encryptionKey: '00', name };
  }

  /** The body of a request. @param common members in place of the usual ones. */
  request(fields: object, timestamp: number, common: object = {}): Uint8Array {
    const payload = {
      ...fields,
      from: this.publicKey,
      timestamp,
      nonce: `${this.name}-nonce-${++this.#nonce}`,
      ...common,
    };
    const read = parseJson(JSON.stringify(payload), ENVELOPE_JSON) as JsonObject;
    const text = canonicalJson(read);
    const signature = keyedBackend.sign(utf8(text), this.keys.secretKey);
    return utf8(`{"payload":${text},"signature":"${toHex(signature)}","public_key":"${this.publicKey}"}`);
  }
}

export const directoryOf = (signers: readonly Signer[]): Directory => {
  const walletOf = (account: AccountId | undefined) => signers.find((signer) => signer.account === account)?.wallet;
  return {
    wallets: async (texts) =>
      texts.map((text) => signers.find(({ name }) => name === text)?.wallet ?? walletOf(resolveAccount(text)?.account)),
    walletsOf: async (accounts) => accounts.map(walletOf),
  };
};

export class DeskScene {
  readonly desk: ServiceDesk;
  readonly log = new LogBook();
  readonly events: ServiceEvent[] = [];
  moment: Moment = { now: 1_800_000_000_000, height: 10 };

  constructor(
    store: ServicesStore,
    signers: readonly Signer[],
    readonly node = new Signer('node', false),
    mostBytes = 1024 ** 3,
    directory = directoryOf(signers),
    readonly rows = new RowCache(SERVICE_CACHE_BYTES),
  ) {
    this.desk = new ServiceDesk({
      store,
      directory,
      read: {
        chainId: DESK_CHAIN,
        requireChainId: false,
        protocol: nativeProtocol,
        backend: keyedBackend,
        isKind: (name) => serviceKindOf(name) !== undefined,
      },
      nodeKey: node.keys.publicKey,
      mostBytes,
      rows,
      log: this.log,
      onEvents: (events) => this.events.push(...events),
    });
  }

  /** Sends a signed request at the moment of the scene. */
  async send(kind: string, signer: Signer, fields: object, common: object = {}): Promise<Answer> {
    return this.take(kind, signer.request(fields, this.moment.now, common));
  }

  async take(kind: string, body: Uint8Array): Promise<Answer> {
    const answer = await this.desk.take(kind, body, this.moment);
    return isRefusal(answer) ? answer : JSON.parse(utf8Text(answer));
  }

  async read(query: string, args: Readonly<Record<string, unknown>> = {}): Promise<Answer> {
    const answer = await this.desk.read(query, args, this.moment);
    return isRefusal(answer) ? answer : JSON.parse(utf8Text(answer));
  }

  /** Time and blocks go on. */
  pass(milliseconds: number, blocks = 1): void {
    const { now, height } = this.moment;
    this.moment = { now: now + milliseconds, height: height + blocks };
  }
}

// biome-ignore lint/suspicious/noExplicitAny: answers are looked at member by member.
export type Answer = any | Refusal;

/** A node beside which services can be read, with no chain to ask. */
export const loneNode: ServiceNode = {
  account: accountOfKey(keyedBackend.keygen(new Uint8Array(32)).publicKey),
  publicKey: keyedBackend.keygen(new Uint8Array(32)).publicKey,
  chainId: DESK_CHAIN,
  voteRules: STANDARD_VOTE_RULES,
  host: undefined,
};

/** A fault of due work ends a test. */
export const thrown = (error: unknown): never => {
  throw error;
};
