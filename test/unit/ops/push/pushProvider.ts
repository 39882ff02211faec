/** A provider of push messages: a real HTTP server with the answers of the mobile platform's, and its faults.
 *
 *  In: which devices are gone or busy, and what the next requests meet. Out: the messages that devices show, in their order. It refuses what
 *  the real one refuses: too many messages, another content type, messages to devices of different apps in one request. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Shown {
  readonly to: string;
  readonly title: string;
  readonly body: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly sound: string;
  readonly priority: string;
}

export interface Asked {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: string;
}

/** What a request meets instead of the usual answer; `taken`: its messages are shown nevertheless. */
export type Fault =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly body: string;
      readonly headers?: Record<string, string>;
    }
  | { readonly kind: 'hang' }
  | { readonly kind: 'hang in body' }
  | { readonly kind: 'reset' }
  | { readonly kind: 'endless' };

export const answer = (status: number, body = '', headers: Record<string, string> = {}): Fault => ({
  ...{ kind: 'answer', status, body, headers },
});

const SEND = '/push/send';

const failed = (error: string) => ({ status: 'error', message: `"${error}"`, details: { error } });

export class PushProvider {
  /** Each request, good or not. */
  readonly asked: Asked[] = [];
  readonly shown: Shown[] = [];
  /** Errors of the tickets by token. */
  readonly tickets = new Map<string, string>();
  /** Errors of the receipts by token. */
  readonly receipts = new Map<string, string>();
  /** Tokens of another app: a request that has both is refused. */
  readonly foreign = new Set<string>();
  /** Receipts that are not there yet. */
  unready = false;
  readonly faults: Fault[] = [];
  readonly #tokens = new Map<string, string>();
  #ids = 0;

  private constructor(readonly endpoint: string) {}

  get sends(): readonly Asked[] {
    return this.asked.filter(({ path }) => path === SEND);
  }

  static async start(): Promise<PushProvider> {
    let provider: PushProvider | undefined;
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => provider?.take(request, response, Buffer.concat(chunks).toString('utf8')));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    provider = new PushProvider(`http://127.0.0.1:${(server.address() as AddressInfo).port}${SEND}`);
    return provider;
  }

  take(request: IncomingMessage, response: ServerResponse, body: string): void {
    const { url: path = '', headers } = request;
    this.asked.push({ path, authorization: headers.authorization, body });
    const fault = this.faults.shift();
    if (fault) this.#fail(request, response, fault);
    else if (request.method !== 'POST' || headers['content-type'] !== 'application/json')
      end(response, 400, { errors: [{ code: 'VALIDATION_ERROR' }] });
    else if (path === SEND) this.#send(response, JSON.parse(body) as Shown[]);
    else if (path === '/push/getReceipts') this.#give(response, (JSON.parse(body) as { ids: string[] }).ids);
    else end(response, 404, {});
  }

  #fail(request: IncomingMessage, response: ServerResponse, fault: Fault): void {
    if (fault.kind === 'answer') response.writeHead(fault.status, fault.headers).end(fault.body);
    if (fault.kind === 'reset') request.socket.resetAndDestroy();
    if (fault.kind === 'hang in body') response.writeHead(200).write('{"data":[');
    if (fault.kind !== 'endless') return;
    response.writeHead(200);
    const more = (): void => {
      if (!response.destroyed) response.write(' '.repeat(64 * 1024), more);
    };
    more();
  }

  #send(response: ServerResponse, messages: readonly Shown[]): void {
    const foreign = messages.filter(({ to }) => this.foreign.has(to)).length;
    const code =
      messages.length > 100
        ? 'PUSH_TOO_MANY_NOTIFICATIONS'
        : foreign > 0 && foreign < messages.length
          ? 'PUSH_TOO_MANY_EXPERIENCE_IDS'
          : undefined;
    if (code === undefined) end(response, 200, { data: this.#show(messages) });
    else end(response, 400, { errors: [{ code }] });
  }

  #show(messages: readonly Shown[]): readonly unknown[] {
    return messages.map((message) => {
      const error = this.tickets.get(message.to);
      if (error !== undefined) return failed(error);
      this.shown.push(message);
      const id = `00000000-0000-4000-8000-${String(++this.#ids).padStart(12, '0')}`;
      this.#tokens.set(id, message.to);
      return { status: 'ok', id };
    });
  }

  #give(response: ServerResponse, ids: readonly string[]): void {
    const known = ids.filter((id) => this.#tokens.has(id) && !this.unready);
    const receipt = (id: string) => {
      const error = this.receipts.get(this.#tokens.get(id) ?? '');
      return error === undefined ? { status: 'ok' } : failed(error);
    };
    end(response, 200, { data: Object.fromEntries(known.map((id) => [id, receipt(id)])) });
  }
}

const end = (response: ServerResponse, status: number, value: unknown): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
