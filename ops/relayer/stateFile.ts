/** What a relayer must not forget: how far each watcher has scanned, and the claims that are not done.
 *
 *  In and out: a file that is replaced as a whole, durable before the call returns. Claims and the height behind which they were found are in one
 *  write, so a crash between two writes repeats work and forgets none. A checksum covers all of it: a damaged file is refused, because a height
 *  that is too high would leave out deposits in silence. */

import { readFileSync } from 'node:fs';
import { decodeUtf8, utf8 } from '../../engine/base/bytes.js';
import { isJsonObject, JsonNumber, type JsonObject, type JsonValue, parseJson } from '../../engine/base/json.js';
import { FILE_JSON } from '../../engine/base/limits.js';
import { isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import { FOUND_COINS, type FoundCoin } from '../../engine/bridge/foundDeposit.js';
import { sha256Hex } from '../../engine/crypto/sha256.js';
import { fileErrorCode, replaceDurableFile } from '../config/durableFile.js';
import type { Checkpoint } from './checkpoints.js';
import type { WaitingClaim } from './claimQueue.js';

const FORMAT = 'rouged-relayer-1';
const OWNER_ONLY = 0o600;

/** How far a watcher has come. */
export interface LaneState {
  /** The first height that it has to scan. */
  readonly start: number;
  /** Blocks up to which it has scanned, the newest last. */
  readonly checkpoints: readonly Checkpoint[];
}

export interface RelayerState {
  /** By the names of the watchers. */
  readonly lanes: ReadonlyMap<string, LaneState>;
  readonly claims: readonly WaitingClaim[];
}

export const EMPTY_STATE: RelayerState = { lanes: new Map(), claims: [] };

/** Thrown by the readers of this file only. */
class Damaged {
  constructor(readonly fault: string) {}
}

function damaged(fault: string): never {
  throw new Damaged(fault);
}

const textOf = (value: JsonValue | undefined, name: string): string =>
  typeof value === 'string' ? value : damaged(`${name} is no text`);

const countOf = (value: JsonValue | undefined, name: string): number =>
  value instanceof JsonNumber && /^\d{1,15}$/.test(value.text) ? Number(value.text) : damaged(`${name} is no number`);

const listOf = (value: JsonValue | undefined, name: string): readonly JsonValue[] =>
  Array.isArray(value) ? (value as readonly JsonValue[]) : damaged(`${name} is no list`);

const objectOf = (value: JsonValue | undefined, name: string): JsonObject =>
  isJsonObject(value) ? value : damaged(`${name} is no object`);

function checkpointOf(value: JsonValue): Checkpoint {
  const [height, hash] = listOf(value, 'a checkpoint');
  return { height: countOf(height, 'a height'), hash: textOf(hash, 'a block hash') };
}

function laneOf(value: JsonValue): LaneState {
  const lane = objectOf(value, 'a watcher');
  const checkpoints = listOf(lane.get('checkpoints'), 'checkpoints').map(checkpointOf);
  if (checkpoints.some(({ height }, at) => at > 0 && height <= (checkpoints[at - 1] as Checkpoint).height))
    damaged('its checkpoints do not rise');
  return { start: countOf(lane.get('start'), 'start'), checkpoints };
}

function claimOf(value: JsonValue): WaitingClaim {
  const claim = objectOf(value, 'a claim');
  const coin = FOUND_COINS.find((one): one is FoundCoin => one === claim.get('coin'));
  if (coin === undefined) damaged('a claim has no coin');
  const seen = [...objectOf(claim.get('seen'), 'seen')].map(([lane, height]) => [lane, countOf(height, lane)] as const);
  return {
    coin: coin as FoundCoin,
    claimKey: textOf(claim.get('key'), 'key'),
    hash: textOf(claim.get('hash'), 'hash'),
    recipient: textOf(claim.get('recipient'), 'recipient'),
    height: countOf(claim.get('height'), 'height'),
    since: countOf(claim.get('since'), 'since'),
    seen: new Map(seen),
  };
}

function stateOf(document: JsonObject): RelayerState {
  const lanes = [...objectOf(document.get('lanes'), 'lanes')].map(([name, lane]) => [name, laneOf(lane)] as const);
  return { lanes: new Map(lanes), claims: listOf(document.get('claims'), 'claims').map(claimOf) };
}

/** @returns the text below the line with the checksum. */
function checkedBody(text: string): string {
  const end = text.indexOf('\n');
  const [format, checksum] = text.slice(0, Math.max(0, end)).split(' ');
  const body = text.slice(end + 1);
  if (format !== FORMAT) damaged('it is not the state of a relayer of this version');
  return checksum === sha256Hex(utf8(body)) ? body : damaged('its checksum does not match');
}

/** @returns undefined when there is no file; a refusal says what to do with a file that cannot be used. */
export function readState(path: string): RelayerState | undefined | Refusal {
  try {
    const text = decodeUtf8(readFileSync(path)) ?? damaged('not UTF-8 text');
    const document = parseJson(checkedBody(text), FILE_JSON);
    return stateOf(objectOf(isRefusal(document) ? damaged(document.message) : document, 'the state'));
  } catch (error) {
    if (error instanceof Damaged)
      return refuse(
        'malformed_body',
        `the state file ${path} is damaged (${error.fault}); move it away and start with --from-block and --btc-from-block at heights below the oldest deposit that is not claimed: what is claimed already stays so`,
      );
    const code = fileErrorCode(error);
    return code === 'ENOENT' ? undefined : refuse('not_authorized', `the state file ${path} cannot be read (${code})`);
  }
}

const claimJson = ({ claimKey: key, seen, ...claim }: WaitingClaim): object => ({
  ...{ key, ...claim },
  seen: Object.fromEntries(seen),
});

/** @returns why it could not be written; the file is then the one before. */
export function writeState(path: string, { lanes, claims }: RelayerState): Refusal | undefined {
  const laneJson = [...lanes].map(([name, { start, checkpoints }]) => {
    const pairs = checkpoints.map(({ height, hash }) => [height, hash]);
    return [name, { start, checkpoints: pairs }] as const;
  });
  const body = `${JSON.stringify({ lanes: Object.fromEntries(laneJson), claims: claims.map(claimJson) })}\n`;
  try {
    replaceDurableFile(path, utf8(`${FORMAT} ${sha256Hex(utf8(body))}\n${body}`), OWNER_ONLY);
    return undefined;
  } catch (error) {
    return refuse('busy', `the state file ${path} cannot be written (${fileErrorCode(error)})`);
  }
}
