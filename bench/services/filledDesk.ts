/** A desk of the services over a database on the disk, filled with mails and messages, as the thread of the services has it.
 *
 *  In: how many. Out: the desk, and signed requests for it. The first fill enters records into the book (`bulkEntry.ts`), as in a node that was
 *  started again since; later ones are taken in as those of clients are, in groups as large as they get, with the verdict on their
 *  signatures given. Keys and signatures are random-looking bytes of the right length. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toHex, utf8Text } from '../../engine/base/bytes.js';
import { invariant, isRefusal } from '../../engine/base/refusal.js';
import { SERVICE_GROUP } from '../../engine/base/serviceLimits.js';
import type { AccountId } from '../../engine/crypto/address.js';
import { nativeProtocol } from '../../engine/protocol/native.js';
import { type DeskOptions, ServiceDesk } from '../../engine/services/desk.js';
import { serviceKindOf } from '../../engine/services/kinds/index.js';
import type { Directory, DirectoryWallet, Moment } from '../../engine/services/surroundings.js';
import { DiskServicesStore } from '../../workers/services/servicesStore.js';
import { bytesOf, CHAIN_ID, envelope, givenVerdict, NOW, type Wallet, wallet } from '../transfers.js';
import { BulkEntry } from './bulkEntry.js';

export interface Filling {
  readonly mails: number;
  readonly conversations: number;
  /** In each of these. */
  readonly messages: number;
  /** More in one of them. */
  readonly longMessages: number;
  /** Mails with a large body, in the inbox of one of these. */
  readonly largeMails: number;
}

/** Bytes of the parts of a mail, and of a message. */
export const PART_BYTES = { subject: 128, body: 2_048, message: 1_024, largeBody: 40_960 } as const;

/** Lists that are filled. `messages` are those of one conversation. */
export type FilledList = 'mails' | 'large mails' | 'conversations' | 'messages';

const SENDERS = 16;
/** Between two requests, so that they have an order. */
const STEP_MS = 10;

const cipher = (name: string, bytes: number): string => toHex(bytesOf(name, bytes / 2));

/** The directory of a chain on which all of them have registered. */
function directoryOf(wallets: readonly Wallet[]): Directory {
  const byAccount = new Map<AccountId, DirectoryWallet>();
  const byText = new Map<string, DirectoryWallet>();
  for (const [index, { account, address, keyHex }] of wallets.entries()) {
    const found = {
      ...{ account, id: keyHex, displayName: `Wallet ${index}`, signingKey: keyHex },
      ...{ encryptionKey: toHex(bytesOf(`encryption key ${index}`, 1_184)), name: `wallet_${index}` },
    };
    byAccount.set(account, found);
    for (const text of [keyHex, address, found.name]) byText.set(text, found);
  }
  return {
    wallets: async (texts) => texts.map((text) => byText.get(text)),
    walletsOf: async (accounts) => accounts.map((account) => byAccount.get(account)),
  };
}

export class FilledDesk {
  #serial = 0;
  #elements = 0;

  private constructor(
    readonly desk: ServiceDesk,
    private readonly options: DeskOptions,
    private readonly store: DiskServicesStore,
    private readonly directory: string,
    private readonly wallets: readonly Wallet[],
    private readonly filling: Filling,
  ) {}

  /** Who has all the mails but the large ones, and all conversations. */
  get owner(): Wallet {
    return this.#wallet(0);
  }

  get largeOwner(): Wallet {
    return this.#wallet(1);
  }

  /** Who have the long conversation. */
  get longPair(): readonly [Wallet, Wallet] {
    return [this.owner, this.#wallet(1)];
  }

  static async fill(filling: Filling): Promise<FilledDesk> {
    const directory = await mkdtemp(join(tmpdir(), 'rouged-bench-'));
    const store = await DiskServicesStore.open(directory);
    const wallets = Array.from({ length: Math.max(SENDERS, filling.conversations + 1) }, (_, index) => wallet(index));
    const options: DeskOptions = {
      store,
      directory: directoryOf(wallets),
      read: {
        chainId: CHAIN_ID,
        requireChainId: false,
        protocol: nativeProtocol,
        backend: givenVerdict,
        isKind: (name) => serviceKindOf(name) !== undefined,
      },
      nodeKey: bytesOf('node', 1_952),
      mostBytes: Number.MAX_SAFE_INTEGER,
      log: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: console.error },
      onEvents: () => undefined,
    };
    const desk = new ServiceDesk(options);
    const filled = new FilledDesk(desk, options, store, directory, wallets, filling);
    await filled.#fill(filling);
    return filled;
  }

  /** A request at the moment after the last one. */
  request(from: Wallet, fields: object): { readonly body: Uint8Array; readonly moment: Moment } {
    const { payload, moment } = this.#signed(from, fields);
    return { body: envelope(from, payload, this.#serial), moment };
  }

  /** A desk over the same database that has answered nothing yet. */
  another(): ServiceDesk {
    return new ServiceDesk(this.options);
  }

  async ask(kind: string, from: Wallet, fields: object): Promise<Record<string, unknown>> {
    const { body, moment } = this.request(from, fields);
    const answer = await this.desk.take(kind, body, moment);
    invariant(!isRefusal(answer), isRefusal(answer) ? answer.message : '');
    return JSON.parse(utf8Text(answer));
  }

  async end(): Promise<void> {
    await this.desk.close();
    await this.store.close();
    await rm(this.directory, { recursive: true, force: true });
  }

  #wallet(index: number): Wallet {
    const found = this.wallets[index];
    invariant(found, `there is no wallet ${index}`);
    return found;
  }

  /** Enters as many elements of a list as a page has, as a node does: one request each. */
  async enter(list: FilledList, count: number): Promise<void> {
    for (let left = count; left > 0; left -= SERVICE_GROUP.requests) {
      const answers = Array.from({ length: Math.min(SERVICE_GROUP.requests, left) }, () => {
        const [kind, sender, fields] = this.#element(list);
        const { body, moment } = this.request(sender, fields);
        return this.desk.take(kind, body, moment);
      });
      for (const answer of await Promise.all(answers))
        invariant(!isRefusal(answer), isRefusal(answer) ? answer.message : '');
    }
  }

  #signed(from: Wallet, fields: object): { readonly payload: string; readonly moment: Moment } {
    const serial = ++this.#serial;
    const now = NOW + serial * STEP_MS;
    const payload = JSON.stringify({
      ...fields,
      from: from.keyHex,
      nonce: `nonce of request ${serial}`,
      timestamp: now,
    });
    return { payload, moment: { now, height: 1 } };
  }

  async #fill({ mails, conversations, messages, longMessages, largeMails }: Filling): Promise<void> {
    const bulk = new BulkEntry(this.desk, this.store, this.options.read);
    const fill = (list: FilledList, count: number): Promise<void> =>
      bulk.enter(count, () => {
        const [kind, from, fields] = this.#element(list);
        return { kind, from, ...this.#signed(from, fields) };
      });
    await fill('mails', mails);
    await fill('large mails', largeMails);
    await fill('conversations', conversations * messages);
    await fill('messages', longMessages);
    await this.desk.open();
  }

  /** The next element of a list. */
  #element(list: FilledList): readonly [kind: string, from: Wallet, fields: object] {
    const index = ++this.#elements;
    if (list === 'mails' || list === 'large mails') {
      const [to, bytes] = list === 'mails' ? [this.owner, PART_BYTES.body] : [this.largeOwner, PART_BYTES.largeBody];
      const from = this.#wallet(2 + (index % (SENDERS - 2)));
      return ['mail_send', from, this.#mail(index, from, to, bytes)];
    }
    const { conversations } = this.filling;
    const pair =
      list === 'messages' ? this.longPair : ([this.owner, this.#wallet(1 + (index % conversations))] as const);
    const isOwn = (list === 'messages' ? index : Math.floor(index / conversations)) % 2 === 0;
    const [from, to] = isOwn ? pair : [pair[1], pair[0]];
    return ['messenger_send', from, this.#message(index, to)];
  }

  #mail(index: number, from: Wallet, to: Wallet, bodyBytes: number): object {
    return {
      fromWalletId: from.keyHex,
      toWalletIds: [to.keyHex],
      subjectEncrypted: cipher(`subject ${index}`, PART_BYTES.subject),
      bodyEncrypted: cipher(`body ${index}`, bodyBytes),
      contentSignature: cipher(`content signature ${index}`, 2 * 3_309),
    };
  }

  #message(index: number, to: Wallet): object {
    return { recipientPublicKey: to.keyHex, encryptedContent: cipher(`message ${index}`, PART_BYTES.message) };
  }
}
