/** The routes of mail and messages in front of a node: what they keep is in memory, everything else is the node's own answer. Signed
 *  requests are checked with the reference signature code. Answers can be changed on the way, as a bad node would. */

import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fromHex, utf8 } from '../../engine/base/bytes.js';
import { nobleBackend } from '../../engine/crypto/mldsa.js';

export type Json = Record<string, unknown>;
/** @returns another answer, or undefined for the true one. */
type Change = (path: string, answer: Json) => Json | undefined;
type Keep = { readonly label: Json; readonly mail: Json };

interface Request {
  /** Hex. */
  readonly from: string;
  readonly payload: Json;
}

export interface MailboxServer {
  readonly url: string;
  /** Payloads of the signed requests that were taken, by path, in order. */
  readonly taken: readonly { readonly path: string; readonly payload: Json }[];
  /** Bodies of the signed requests as they came. */
  readonly bodies: readonly string[];
  /** From now on answers pass through this; undefined: they are as they are. */
  change(next: Change | undefined): void;
  close(): Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

/** @returns undefined for a request that is not validly signed. */
function signedRequest(body: string): Request | undefined {
  const envelope = JSON.parse(body) as { payload: Json; signature: string; public_key: string };
  const text = body.slice('{"payload":'.length, body.indexOf(',"signature":"'));
  const [signature, key] = [fromHex(envelope.signature), fromHex(envelope.public_key)];
  const { from, timestamp, nonce } = envelope.payload;
  if (!signature || !key || !nobleBackend.verify(signature, utf8(text), key)) return undefined;
  const isWhole = from === envelope.public_key && typeof timestamp === 'number' && typeof nonce === 'string';
  return isWhole ? { from: envelope.public_key, payload: envelope.payload } : undefined;
}

const mailOf = ({ mail, label }: Keep): Json => ({ ...mail, read: label.read, folder: label.folder });

const refused = (error: string): Json => ({ success: false, error, code: 'not_found' });

/** Mail, conversations and messages, and the routes over them. */
class KeptMailboxes {
  readonly #kept: Keep[] = [];
  readonly #conversations: { readonly id: string; readonly keys: readonly string[] }[] = [];
  readonly #messages: Json[] = [];

  constructor(private readonly nodeUrl: string) {}

  /** By the path below /api/v2. */
  readonly routes: Readonly<Record<string, (request: Request) => Json | Promise<Json>>> = {
    '/mail/send': (request) => this.#sendMail(request),
    '/mail/folder': ({ from, payload: { folder, limit, cursor } }) => {
      const all = this.#kept.filter(({ label }) => label.owner === from && label.folder === folder).reverse();
      const start = Number(cursor ?? 0);
      const end = start + Number(limit);
      const next_cursor = end < all.length ? String(end) : null;
      return { success: true, mail: all.slice(start, end).map(mailOf), messages: [], next_cursor };
    },
    '/mail/message': (request) => this.#onMail(request, (found) => ({ mail: mailOf(found), message: {} })),
    '/mail/read': (request) => this.#onMail(request, ({ label }) => Object.assign(label, { read: true })),
    '/mail/move': (request) =>
      this.#onMail(request, ({ label }) => Object.assign(label, { folder: request.payload.folder })),
    '/mail/delete': (request) => this.#onMail(request, (found) => this.#kept.splice(this.#kept.indexOf(found), 1)),
    '/messenger/conversations': ({ payload }) => this.#converse(payload.participantIds as unknown[]),
    '/messenger/conversations/list': ({ from }) => ({ success: true, conversations: this.#conversationsOf(from) }),
    '/messenger/messages': ({ from, payload }) => {
      const id = randomUUID();
      const told = { senderPublicKey: from, senderDisplayName: 'somebody', read: false, timestamp: Date.now() };
      this.#messages.push({ ...payload, id, ...told, encrypted: payload.encryptedContent });
      return { success: true, messageId: id, message: {} };
    },
    '/messenger/messages/list': ({ payload: { conversationId } }) => ({
      ...{ success: true, next_cursor: null },
      messages: this.#messages.filter((message) => message.conversationId === conversationId),
    }),
    '/messenger/messages/read': ({ payload }) => {
      const found = this.#messages.find(({ id }) => id === payload.messageId);
      if (found) found.read = true;
      return found ? { success: true } : refused('message not found');
    },
  };

  async #walletOf(id: unknown): Promise<{ key: string; name: string }> {
    const get = async (path: string) => (await (await fetch(`${this.nodeUrl}${path}`)).json()) as Json;
    const { wallet } = await get(`/api/messenger/wallets/${String(id)}`);
    const { name } = await get(`/api/names/reverse/${String(id)}`);
    return { key: String((wallet as Json).signing_public_key), name: String(name ?? '') };
  }

  async #sendMail({ from, payload }: Request): Promise<Json> {
    const id = randomUUID();
    const sender = await this.#walletOf(payload.fromWalletId);
    if (sender.key !== from) return refused('Not authorized to send from this wallet');
    for (const to of payload.toWalletIds as unknown[]) {
      const recipient = await this.#walletOf(to);
      const mail = {
        ...{ ...payload, id, from: sender.name, fromPublicKey: sender.key, to: recipient.name },
        ...{ toPublicKey: recipient.key, timestamp: Date.now() },
      };
      this.#kept.push({ mail, label: { owner: recipient.key, folder: 'inbox', read: false } });
      this.#kept.push({ mail, label: { owner: from, folder: 'sent', read: true } });
    }
    return { success: true, id, message: {} };
  }

  #onMail({ from, payload }: Request, act: (found: Keep) => object): Json {
    const found = this.#kept.find(({ mail, label }) => mail.id === payload.messageId && label.owner === from);
    return found ? { ...act(found), success: true } : refused('Message not found');
  }

  async #converse(participantIds: readonly unknown[]): Promise<Json> {
    const keys = await Promise.all(participantIds.map(async (id) => (await this.#walletOf(id)).key));
    const same = this.#conversations.find((known) => known.keys.every((key) => keys.includes(key)));
    const id = same?.id ?? `dm_${randomUUID()}`;
    if (!same) this.#conversations.push({ id, keys });
    return { success: true, conversation: { id }, conversationId: id, existing: !!same };
  }

  #conversationsOf(key: string): readonly Json[] {
    return this.#conversations
      .filter(({ keys }) => keys.includes(key))
      .map(({ id, keys }) => {
        const others = this.#messages.filter((one) => one.conversationId === id && one.senderPublicKey !== key);
        const participants = keys.map((publicKey) => ({ publicKey, displayName: 'somebody' }));
        const unreadCount = others.filter(({ read }) => !read).length;
        return { id, conversationId: id, participants, is_group: false, unreadCount };
      });
  }
}

/** The answer of another server. */
async function forwarded(url: string, method: string, body: string): Promise<{ status: number; answer: Json }> {
  const init = method === 'POST' ? { method, body, headers: { 'content-type': 'application/json' } } : { method };
  const response = await fetch(url, init);
  return { status: response.status, answer: (await response.json()) as Json };
}

export async function startMailboxServer(nodeUrl: string): Promise<MailboxServer> {
  const mailboxes = new KeptMailboxes(nodeUrl);
  const taken: { path: string; payload: Json }[] = [];
  const bodies: string[] = [];
  let changed: Change | undefined;

  async function answerOf(path: string, method: string, body: string): Promise<{ status: number; answer: Json }> {
    const route = path.startsWith('/api/v2') ? mailboxes.routes[path.slice('/api/v2'.length)] : undefined;
    if (!route) return forwarded(`${nodeUrl}${path}`, method, body);
    const request = signedRequest(body);
    if (!request) return { status: 401, answer: refused('Invalid signature') };
    taken.push({ path, payload: request.payload });
    bodies.push(body);
    const answer = await route(request);
    return { status: answer.success === false ? 404 : 200, answer };
  }

  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    bodyOf(request)
      .then((body) => answerOf(path, request.method ?? 'GET', body))
      .then(({ status, answer }) => {
        const other = changed?.(path, structuredClone(answer));
        const isRefusal = (other ?? answer).success === false;
        response.writeHead(other ? (isRefusal ? 404 : 200) : status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(other ?? answer));
      })
      .catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    bodies,
    change(next) {
      changed = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
