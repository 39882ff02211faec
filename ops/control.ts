/** The control door: what an operator's commands ask of the node that runs on their data directory.
 *
 *  In: requests of the loopback interface that carry the token of `control.json`, a file in the data directory that its
 *  owner alone can read; so whoever may read the directory may ask, and nobody else. Out: lines of JSON, the last one
 *  with the result or the error. The door is closed and its file removed when the node stops. */

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isAbsolute, join } from 'node:path';
import { OwnNames } from '../api/limits/hostNames.js';
import type { Log } from '../engine/base/ports.js';
import type { BackupProgress } from '../engine/store/port.js';
import { passesHost } from './hostCheck.js';

const CONTROL_FILE = 'control.json';

/** What commands may ask of a running node. */
export interface ControlActions {
  backup(directory: string): AsyncIterable<BackupProgress>;
}

/** Where the door is, for commands. */
export interface ControlPlace {
  readonly url: string;
  readonly token: string;
}

export interface Control {
  close(): Promise<void>;
}

/** A request names a directory; nothing longer is one. */
const MAX_BODY_BYTES = 16 * 1024;

/** The token keeps everybody else out; a page in a browser that was led here by another name does not get as far. */
const LOOPBACK = new OwnNames([]);

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

async function answerBackup(actions: ControlActions, request: IncomingMessage, response: ServerResponse) {
  const body = await readBody(request);
  const directory = typeof body === 'object' && body !== null && 'directory' in body ? body.directory : undefined;
  if (typeof directory !== 'string' || !isAbsolute(directory)) {
    response.writeHead(400).end(`${JSON.stringify({ error: 'directory must be an absolute path' })}\n`);
    return;
  }
  response.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
  const line = (value: unknown): Promise<void> =>
    new Promise((resolve) => response.write(`${JSON.stringify(value)}\n`, () => resolve()));
  try {
    for await (const progress of actions.backup(directory)) {
      if (response.destroyed) return;
      await line(progress);
    }
    await line({ done: true });
  } catch (error) {
    await line({ error: error instanceof Error ? error.message : String(error) });
  }
  response.end();
}

/** Opens the door and writes its file. @throws Error when the file cannot be written. */
export async function openControl(dataDir: string, actions: ControlActions, log: Log): Promise<Control> {
  const token = randomBytes(32).toString('hex');
  const expected = digest(`Bearer ${token}`);
  const server: Server = createServer((request, response) => {
    if (!passesHost(LOOPBACK, request, response)) return;
    const given = digest(request.headers.authorization ?? '');
    if (!timingSafeEqual(given, expected)) response.writeHead(401).end();
    else if (request.method !== 'POST' || request.url !== '/backup') response.writeHead(404).end();
    else
      answerBackup(actions, request, response).catch((error: unknown) => {
        log.error({ error }, 'a control request failed');
        response.destroy();
      });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const path = join(dataDir, CONTROL_FILE);
  const place: ControlPlace = { url: `http://127.0.0.1:${port}`, token };
  // Renamed into place: a command never reads half a file, and an old node's file gives way.
  writeFileSync(`${path}.new`, `${JSON.stringify(place)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
  return {
    close: () =>
      new Promise((resolve) => {
        rmSync(path, { force: true });
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** @returns undefined when no node has left a door in the directory. */
export function findControl(dataDir: string): ControlPlace | undefined {
  try {
    const place: unknown = JSON.parse(readFileSync(join(dataDir, CONTROL_FILE), 'utf8'));
    const isPlace = typeof place === 'object' && place !== null && 'url' in place && 'token' in place;
    return isPlace ? { url: String(place.url), token: String(place.token) } : undefined;
  } catch {
    return undefined;
  }
}
