/** The file that tells commands where the control door of the running node is.
 *
 *  In: the data directory and the place. Out: `control.json`, readable for its owner only, replaced in one step. On a full disk
 *  the node runs without it and writes it when there is room. The file of a killed node is removed first, because its token is
 *  no longer valid. */

import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../engine/base/ports.js';
import { isDiskFull } from '../workers/store/fullDisk.js';

const CONTROL_FILE = 'control.json';

/** Time between attempts; within it a command may still report that the node does not answer. */
const RETRY_MS = 2_000;

/** Where the door is, for commands. */
export interface ControlPlace {
  readonly url: string;
  readonly token: string;
  /** Base URL of the node's API; '' in the file of an older version. */
  readonly api: string;
}

function write(path: string, place: ControlPlace): void {
  const next = `${path}.new`;
  try {
    // Renamed into place: a command never reads half a file.
    writeFileSync(next, `${JSON.stringify(place)}\n`, { mode: 0o600 });
    renameSync(next, path);
  } catch (error) {
    rmSync(next, { force: true });
    throw error;
  }
}

/** @returns a function that removes the file. @throws Error when it cannot be written for another reason than a full disk. */
export function publishControl(dataDir: string, place: ControlPlace, log: Log): () => void {
  const path = join(dataDir, CONTROL_FILE);
  let timer: NodeJS.Timeout | undefined;
  const attempt = (): void => {
    try {
      write(path, place);
      if (timer) log.info({}, 'control.json is written: commands reach this node again');
    } catch (error) {
      if (!isDiskFull(error)) throw error;
      if (!timer) log.warn({ error }, 'control.json cannot be written: commands reach this node when there is room');
      timer = setTimeout(retry, RETRY_MS).unref();
    }
  };
  const retry = (): void => {
    try {
      attempt();
    } catch (error) {
      log.error({ error }, 'control.json cannot be written: commands do not reach this node');
    }
  };
  // On a full or read-only disk removing can fail too; `attempt` below reports that.
  try {
    rmSync(path, { force: true });
  } catch (error) {
    if (!isDiskFull(error)) throw error;
  }
  attempt();
  return () => {
    clearTimeout(timer);
    rmSync(path, { force: true });
  };
}

/** @returns undefined when the directory has no control file. */
export function findControl(dataDir: string): ControlPlace | undefined {
  try {
    const place: unknown = JSON.parse(readFileSync(join(dataDir, CONTROL_FILE), 'utf8'));
    const isPlace = typeof place === 'object' && place !== null && 'url' in place && 'token' in place;
    if (!isPlace) return undefined;
    return { url: String(place.url), token: String(place.token), api: 'api' in place ? String(place.api) : '' };
  } catch {
    return undefined;
  }
}

/** Where the node is that uses a directory, to append to the sentence that it is in use; '' when unknown. */
export function whereInUse(dataDir: string): string {
  const api = findControl(dataDir)?.api;
  return api ? `, at ${api}` : '';
}
