/** The control door: takes an operator's commands to the node that runs on a data directory.
 *
 *  In: requests on the loopback interface with the token of `control.json`, a file in the data directory that only its
 *  owner can read; so only users who may read the directory have access. Out: lines of JSON, the last one
 *  with the result or the error. The door is closed and its file removed when the node stops.
 *
 *  A holder of the token can make this process write a new directory: the store refuses every target but an empty one outside
 *  of the data directory (workers/store/backupTarget.ts), and the door takes one such order at a time. The body of a request is
 *  read only after its token has been compared. */

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isAbsolute } from 'node:path';
import { OwnNames } from '../api/limits/hostNames.js';
import type { Log } from '../engine/base/ports.js';
import { isRefusal, type Refusal } from '../engine/base/refusal.js';
import type { BackupProgress } from '../engine/store/port.js';
import type { SnapshotProgress } from '../workers/snapshot/makeSnapshot.js';
import { publishControl } from './controlFile.js';
import { passesHost } from './hostCheck.js';

/** The actions that commands may request from a running node. */
export interface ControlActions {
  backup(directory: string): AsyncIterable<BackupProgress>;
  /** A snapshot of the state. */
  snapshot(): AsyncIterable<SnapshotProgress>;
  /** An order to the tools of a local network; a refusal on every other one. @param isGone whether the command has ended. */
  local(
    order: Readonly<Record<string, unknown>>,
    isGone: () => boolean,
  ): Promise<Readonly<Record<string, unknown>> | Refusal>;
}

export interface Control {
  close(): Promise<void>;
}

/** A request names a directory, whose path is shorter than this. */
const MAX_BODY_BYTES = 16 * 1024;

/** The token keeps all others out; a browser page that uses another host name is refused even before that. */
const LOOPBACK = new OwnNames([]);
/** Connections of commands and of anything else that connects; further ones are closed. */
const MAX_CONNECTIONS = 16;

/** A request of a command on the same machine arrives within this time. */
const REQUEST_MS = 10_000;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

async function readBody(request: IncomingMessage): Promise<unknown> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > MAX_BODY_BYTES) return undefined;
    pieces.push(piece);
  }
  try {
    return JSON.parse(Buffer.concat(pieces).toString('utf8'));
  } catch {
    return undefined;
  }
}

async function answerLocal(actions: ControlActions, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const order = await readBody(request);
  if (typeof order !== 'object' || order === null) return refuseWith(response, 400, 'an order is a JSON object');
  const isGone = (): boolean => response.destroyed;
  const answer = await actions.local(order as Readonly<Record<string, unknown>>, isGone).catch((error: unknown) => {
    if (!response.destroyed) refuseWith(response, 500, error instanceof Error ? error.message : String(error));
    throw error;
  });
  if (isRefusal(answer))
    response
      .writeHead(answer.status, { connection: 'close' })
      .end(`${JSON.stringify({ error: answer.message, code: answer.code })}\n`);
  else response.writeHead(200, { connection: 'close' }).end(`${JSON.stringify(answer)}\n`);
}

const refuseWith = (response: ServerResponse, status: number, error: string): void => {
  response.writeHead(status, { connection: 'close' }).end(`${JSON.stringify({ error })}\n`);
};

/** The directory that a request names; undefined when it names none. */
async function readDirectory(request: IncomingMessage): Promise<string | undefined> {
  const body = await readBody(request);
  const directory = typeof body === 'object' && body !== null && 'directory' in body ? body.directory : undefined;
  return typeof directory === 'string' && isAbsolute(directory) && !directory.includes('\0') ? directory : undefined;
}

/** A line for each progress, then `done` or the error. */
async function answerLines(steps: AsyncIterable<object>, response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
  const line = (value: unknown): Promise<void> =>
    new Promise((resolve) => response.write(`${JSON.stringify(value)}\n`, () => resolve()));
  try {
    for await (const step of steps) {
      // The command is gone: what is unfinished is removed.
      if (response.destroyed) return;
      await line(step);
    }
    await line({ done: true });
  } catch (error) {
    await line({ error: error instanceof Error ? error.message : String(error) });
  }
  response.end();
}

/** Opens the door and writes its file.
 *  @param api base URL of the node's API, for a process that finds the directory in use.
 *  @throws Error when it cannot be opened, or when the file cannot be written for another reason
 *  than a full disk. */
export async function openControl(
  { dataDir, api }: { readonly dataDir: string; readonly api: string },
  actions: ControlActions,
  log: Log,
): Promise<Control> {
  const token = randomBytes(32).toString('hex');
  const expected = digest(`Bearer ${token}`);
  let busy = false;
  const backup = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const directory = await readDirectory(request);
    if (directory === undefined) return refuseWith(response, 400, 'directory must be an absolute path');
    if (busy) return refuseWith(response, 409, 'the node is making a backup already; try again when it is done');
    busy = true;
    try {
      await answerLines(actions.backup(directory), response);
    } finally {
      busy = false;
    }
  };
  const doors: Readonly<Record<string, (request: IncomingMessage, response: ServerResponse) => Promise<void>>> = {
    '/backup': backup,
    '/local': (request, response) => answerLocal(actions, request, response),
    '/snapshot': (_request, response) => answerLines(actions.snapshot(), response),
  };
  const server: Server = createServer((request, response) => {
    if (!passesHost(LOOPBACK, request, response)) return;
    const given = digest(request.headers.authorization ?? '');
    if (!timingSafeEqual(given, expected)) response.writeHead(401, { connection: 'close' }).end();
    else if (request.method !== 'POST' || !Object.hasOwn(doors, request.url ?? ''))
      response.writeHead(404, { connection: 'close' }).end();
    else
      doors[request.url ?? '']?.(request, response).catch((error: unknown) => {
        log.error({ error }, 'a control request failed');
        if (!response.writableEnded) response.destroy();
      });
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.requestTimeout = REQUEST_MS;
  server.headersTimeout = REQUEST_MS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const { port } = server.address() as AddressInfo;
  let unpublish: () => void;
  try {
    unpublish = publishControl(dataDir, { url: `http://127.0.0.1:${port}`, token, api }, log);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    close: async () => {
      try {
        unpublish();
      } finally {
        await close();
      }
    },
  };
}
