/** A desk of the services over a database on the disk, filled with mails and messages, as the thread of the services has it.
 *
 *  In: how many. Out: the desk, and signed requests for it. Requests are taken in as those of clients are, in groups as large as they
 *  get, with the verdict on their signatures given; keys and signatures are random-looking bytes of the right length. */

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

export interface Filling {
  readonly mails: number;
  readonly conversations: number;
  /** In each of these. */
  readonly messages: number;
  /** In one conversation of two others. */
  readonly longMessages: number;
  /** Mails with a large body, in the inbox of one of these. */
  readonly largeMails: number;
}

/** Bytes of the parts of a mail, and of a message. */
export const PART_BYTES = { subject: 128, body: 2_048, message: 1_024, largeBody: 40_960 } as const;

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

  private constructor(
    readonly desk: ServiceDesk,
    private readonly options: DeskOptions,
    private readonly store: DiskServicesStore,
    private readonly directory: string,
    private readonly wallets: readonly Wallet[],
  ) {}

  /** Who has all the mails and conversations but the long one. */
  get owner(): Wallet {
    return this.#wallet(0);
  }

  get largeOwner(): Wallet {
    return this.#wallet(1);
  }

  get longPair(): readonly [Wallet, Wallet] {
    return [this.#wallet(1), this.#wallet(2)];
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
    await desk.open();
    const filled = new FilledDesk(desk, options, store, directory, wallets);
    await filled.#fill(filling);
    return filled;
  }

  /** A request at the moment after the last one. */
  request(from: Wallet, fields: object): { readonly body: Uint8Array; readonly moment: Moment } {
    const serial = ++this.#serial;
    const now = NOW + serial * STEP_MS;
    const payload = { ...fields, from: from.keyHex, nonce: `nonce of request ${serial}`, timestamp: now };
    return { body: envelope(from, JSON.stringify(payload), serial), moment: { now, height: 1 } };
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

  async #fill({ mails, conversations, messages, longMessages, largeMails }: Filling): Promise<void> {
    const sender = (index: number): Wallet => this.#wallet(2 + (index % (SENDERS - 2)));
    const mail = (index: number, to: Wallet, bodyBytes: number) =>
      ['mail_send', sender(index), this.#mail(index, sender(index), to, bodyBytes)] as [string, Wallet, object];
    await this.#each(mails, (index) => mail(index, this.owner, PART_BYTES.body));
    await this.#each(largeMails, (index) => mail(index, this.largeOwner, PART_BYTES.largeBody));
    await this.#each(conversations * messages, (index) => {
      const other = this.#wallet(1 + (index % conversations));
      const isOwn = index % (2 * conversations) < conversations;
      const [from, to] = isOwn ? [this.owner, other] : [other, this.owner];
      return ['messenger_send', from, this.#message(index, to)];
    });
    const [one, two] = this.longPair;
    await this.#each(longMessages, (index) =>
      index % 2 === 0
        ? ['messenger_send', one, this.#message(index, two)]
        : ['messenger_send', two, this.#message(index, one)],
    );
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

  async #each(count: number, make: (index: number) => [string, Wallet, object]): Promise<void> {
    for (let from = 0; from < count; from += SERVICE_GROUP.requests) {
      const size = Math.min(SERVICE_GROUP.requests, count - from);
      const answers = Array.from({ length: size }, (_, at) => {
        const [kind, sender, fields] = make(from + at);
        const { body, moment } = this.request(sender, fields);
        return this.desk.take(kind, body, moment);
      });
      for (const answer of await Promise.all(answers))
        invariant(!isRefusal(answer), isRefusal(answer) ? answer.message : '');
    }
  }
}
