/** One wallet's mailbox at one node: the base of the commands of mail and messages. */

import { Account } from '../../../api/client/account.js';
import { RougedClient } from '../../../api/client/client.js';
import { RougedError } from '../../../api/client/error.js';
import type { Wallet } from '../../../api/client/generated/answers.js';
import type { ServiceFields, ServiceName } from '../../../api/client/generated/routes.js';
import { toHex } from '../../../engine/base/bytes.js';
import { isRefusal, type Refusal } from '../../../engine/base/refusal.js';
import { ProofError } from '../../../engine/state/proofVerifier.js';
import { NodeFault } from '../client.js';
import { outJson, printable, type Terminal } from '../terminal.js';
import { failWith, urlOf, walletKeys } from '../walletAccess.js';
import type { MailboxValues } from './options.js';
import { type Correspondent, findCorrespondent, ifPresent } from './recipient.js';
import { type Trust, trustOf } from './trust.js';

/** Mail with its attachments travels slowly over a line of one megabit. */
const ANSWER_TIMEOUT_MS = 120_000;

export class Mailbox {
  constructor(
    readonly client: RougedClient,
    readonly account: Account,
    readonly trust: Trust,
  ) {}

  /** Posts a signed request. */
  async post<T>(service: ServiceName, members: object = {}): Promise<T> {
    return (await this.client.callService(this.account, service, members as ServiceFields[ServiceName])) as T;
  }

  registered(): Promise<Wallet | undefined> {
    return ifPresent(this.client.getMessengerWalletsByWallet(this.account.address)).then((answer) => answer?.wallet);
  }

  /** This wallet as others find it.
   *  @throws RougedError `not_registered`, or `key_mismatch` when others encrypt for a key that is not here. */
  async own(): Promise<Wallet> {
    const wallet = await this.registered();
    if (!wallet)
      throw new RougedError(
        'not_registered',
        'this wallet is not registered; run rouged wallet mail register --name <name>',
      );
    if (wallet.encryption_public_key.toLowerCase() === this.account.encryptionKeys().publicKey) return wallet;
    throw new RougedError(
      'key_mismatch',
      'another program has registered its encryption key for this wallet, so what others send is for that program; rouged wallet mail register --replace-key registers the key of this file',
    );
  }

  find(text: string): Promise<Correspondent> {
    return findCorrespondent(this.client, text, this.trust);
  }
}

function openMailbox(values: MailboxValues): Mailbox | Refusal {
  const keys = walletKeys(values);
  if (isRefusal(keys)) return keys;
  const client = new RougedClient(urlOf(values), { timeoutMs: ANSWER_TIMEOUT_MS, retries: 2 });
  const trust = trustOf(client, values.genesis);
  if (isRefusal(trust)) return trust;
  const { publicKey, secretKey } = keys;
  const account = Account.fromKeys({ publicKey: toHex(publicKey), privateKey: toHex(secretKey) });
  return new Mailbox(client, account, trust);
}

const faultOf = (error: unknown): NodeFault | undefined => {
  if (error instanceof RougedError) return new NodeFault(error.code, error.message, error.status);
  return error instanceof ProofError ? new NodeFault('key_mismatch', error.message, 0) : undefined;
};

/** Runs a command with the mailbox that its options name; failures of the node and of the ciphertexts are printed. */
export async function withMailbox(
  values: MailboxValues,
  terminal: Terminal,
  work: (mailbox: Mailbox) => Promise<number | Refusal>,
): Promise<number | Refusal> {
  const mailbox = openMailbox(values);
  if (isRefusal(mailbox)) return mailbox;
  try {
    return await work(mailbox);
  } catch (error) {
    const fault = faultOf(error);
    if (!fault) throw error;
    return failWith(terminal, fault, values.json);
  }
}

/** Why one of several texts cannot be shown. */
export interface Problem {
  readonly code: string;
  readonly error: string;
}

/** The work on one of several texts, as its result or the problem: one bad text must not hide the others. */
export async function outcomeOf<T>(work: Promise<T>): Promise<{ content: T } | { problem: Problem }> {
  try {
    return { content: await work };
  } catch (error) {
    if (error instanceof RougedError) return { problem: { code: error.code, error: error.message } };
    throw error;
  }
}

/** How the key of somebody was proven, in words. */
export function proofWords({ provenBy, height }: Correspondent): string {
  if (provenBy === 'validators') return `key proven by the votes of the validators at height ${height}`;
  return provenBy === 'node' ? `key proven under the node's own header at height ${height}` : 'key not proven';
}

export const nameOf = ({ name, displayName, address }: Correspondent): string =>
  `${printable(name ?? displayName)} (${address})`;

export function warnOf({ doubt }: Correspondent, text: string, terminal: Terminal): void {
  if (doubt === undefined) return;
  terminal.err(`rouged: the encryption key of ${printable(text)} is not proven: ${printable(doubt)}\n`);
}

/** A time in milliseconds as people read it. */
export const shownTime = (timestamp: number): string =>
  Math.abs(timestamp) <= 8.64e15 ? new Date(timestamp).toISOString().replace('T', ' ').slice(0, 19) : 'unknown time';

/** An answer of success as JSON. */
export const outSuccess = (terminal: Terminal, members: object): void =>
  outJson(terminal, { success: true, ...members });
