/** Mails in the book of a node without a node: records made from payloads, entered at heights, and the tables that they leave.
 *
 *  In: actors with wallets, members of payloads. Out: requests as a desk reads them. Signatures are constant: nothing behind the
 *  door looks at them. */

import { toHex, utf8 } from '../../engine/base/bytes.js';
import { canonicalJson, type JsonValue } from '../../engine/base/json.js';
import { invariant, isRefusal } from '../../engine/base/refusal.js';
import { cutKey } from '../../engine/chain/transaction.js';
import { PUBLIC_KEY_BYTES, SIGNATURE_BYTES } from '../../engine/crypto/mldsa.js';
import { nativeProtocol } from '../../engine/protocol/native.js';
import { serviceKindOf } from '../../engine/services/kinds/index.js';
import { RecordBook } from '../../engine/services/recordBook.js';
import { DurableScene, Scene } from '../../engine/services/scene.js';
import { type ReadRequest, readRecord } from '../../engine/services/serviceRequest.js';
import type { Directory, DirectoryWallet, Surroundings } from '../../engine/services/surroundings.js';
import { MemoryDatabase } from './memoryReader.js';
import { type Actor, CHAIN_ID, number } from './transactions.js';

export type Members = Readonly<Record<string, JsonValue>>;

const SIGNATURE = new Uint8Array(SIGNATURE_BYTES);

let nonces = 0;

const context = {
  chainId: CHAIN_ID,
  requireChainId: false,
  protocol: nativeProtocol,
  backend: { verify: () => true },
  isKind: (name: string) => serviceKindOf(name) !== undefined,
};

/** A request of a service, as from another node. */
export function serviceRecord(kindName: string, signer: Actor, members: Members, timestamp: number): ReadRequest {
  const kind = serviceKindOf(kindName);
  invariant(kind, `there is no service ${kindName}`);
  const common = { from: signer.keyHex, timestamp: number(timestamp), nonce: `a-nonce-${++nonces}` };
  const text = utf8(canonicalJson(new Map(Object.entries({ ...common, ...members }))));
  const payload = { signature: SIGNATURE, ...cutKey(text, signer.publicKey) };
  const request = readRecord(kind, payload, signer.publicKey, context, true);
  invariant(!isRefusal(request), isRefusal(request) ? request.message : '');
  return request;
}

export const walletFor = (actor: Actor, name: string): DirectoryWallet => ({
  ...{ account: actor.account, id: `${name}-wallet`, displayName: name, name },
  ...{ signingKey: actor.keyHex, encryptionKey: toHex(actor.publicKey.subarray(0, 1_184)) },
});

/** The directory of a chain that knows these wallets. */
export function directoryOf(wallets: readonly DirectoryWallet[]): Directory {
  const calls = ({ id, name, signingKey, encryptionKey }: DirectoryWallet) => [id, name, signingKey, encryptionKey];
  return {
    wallets: async (texts) => texts.map((text) => wallets.find((wallet) => calls(wallet).includes(text))),
    walletsOf: async (accounts) => accounts.map((account) => wallets.find((wallet) => wallet.account === account)),
  };
}

export class MailScene {
  readonly database = new MemoryDatabase();
  readonly #book = new RecordBook({ nodeKey: new Uint8Array(PUBLIC_KEY_BYTES), mostBytes: 2 ** 40 });

  constructor(public around: Surroundings) {}

  get reader(): DurableScene {
    return new DurableScene(this.database.reader);
  }

  /** Does work and makes it durable. */
  async turn<T>(work: (scene: Scene) => Promise<T>): Promise<T> {
    const scene = new Scene(this.database.reader);
    const result = await work(scene);
    this.database.apply(scene.finish());
    return result;
  }

  /** Enters records one after the other, durable together. */
  enter(records: readonly { readonly request: ReadRequest; readonly height: number }[]): Promise<void> {
    return this.turn(async (scene) => {
      for (const { request, height } of records) {
        const refused = await this.#book.record(scene, request, height, this.around);
        invariant(!refused, refused?.message ?? '');
      }
    });
  }

  /** Whether this node would take a request in, and what it would answer when nothing changed. */
  async refusalOf(request: ReadRequest): Promise<string | undefined> {
    return (await request.kind.check?.(this.reader, request, this.around))?.message;
  }

  async answer<T>(request: ReadRequest): Promise<T> {
    const answer = await request.kind.answer(this.reader, request, this.around);
    invariant(!isRefusal(answer), isRefusal(answer) ? answer.message : '');
    return answer as T;
  }

  /** Every byte of every table, as text. */
  content(): readonly string[] {
    const tables = Array.from({ length: 0xff }, (_, id) => this.database.table(id));
    return tables.flat().map(({ key, value }) => `${toHex(key)} ${toHex(value)}`);
  }
}
