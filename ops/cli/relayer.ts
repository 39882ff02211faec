/** `rouged relayer`: claims what is deposited on foreign chains, until a signal ends it. */

import { namesLoopback } from '../../api/limits/hostNames.js';
import type { Log } from '../../engine/base/ports.js';
import { isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import { StoreError } from '../../engine/store/port.js';
import { fileErrorCode } from '../config/durableFile.js';
import { badOption } from '../config/optionKinds.js';
import { type RelayerValues, relayerOptions } from '../config/relayerOptions.js';
import { readRelayerSecret } from '../config/relayerSecret.js';
import { openLog } from '../log.js';
import { relayerPage } from '../relayer/measures.js';
import type { Relayer } from '../relayer/relayer.js';
import { systemClock } from '../systemClock.js';
import { NodeClient } from './client.js';
import { runRole } from './role.js';
import type { Command } from './subcommand.js';

interface Needed {
  readonly node: string;
  readonly secretFile: string;
  readonly state: string;
}

function neededOf({ node, relayerSecretFile: secretFile, state }: RelayerValues): Needed | Refusal {
  if (node === undefined) return badOption('rouged relayer needs the node that mints: --node <url>');
  if (secretFile === undefined)
    return badOption("rouged relayer needs the file with the node's relayer secret: --relayer-secret-file <file>");
  if (state === undefined) return badOption('rouged relayer needs a file for its state: --state <file>');
  return { node, secretFile, state };
}

/** A secret that everybody on the way can read protects nothing. */
function warnOfPlainText(node: string, log: Log): void {
  const { protocol, host } = new URL(node);
  if (protocol === 'http:' && !namesLoopback(host))
    log.warn({ node: host }, 'the secret of the relayer goes to the node without encryption');
}

/** Two relayers of one file would each undo what the other has written: a height that is too high leaves out deposits in silence. The claim ends
 *  with the process. */
async function claimState(path: string): Promise<Refusal | undefined> {
  const { claimFile } = await import('../../workers/store/directoryClaim.js');
  try {
    await claimFile(path);
    return undefined;
  } catch (error) {
    const isTaken = error instanceof StoreError && error.code === 'STORE_IN_USE';
    const reason = isTaken
      ? 'another relayer has it: stop that one first, or choose another file'
      : fileErrorCode(error);
    return refuse('busy', `the state file ${path} cannot be used (${reason})`);
  }
}

async function openRelayer(
  values: RelayerValues,
  { node, secretFile, state }: Needed,
  log: Log,
  stop: AbortController,
): Promise<Relayer | Refusal> {
  // Other commands do not wait for the codecs of the EVM.
  const [{ watchedOf }, { Relayer, RELAYER_TIMES }] = await Promise.all([
    import('../relayer/watched.js'),
    import('../relayer/relayer.js'),
  ]);
  const watched = watchedOf(values, stop.signal);
  if (isRefusal(watched)) return watched;
  const readSecret = (): string | Refusal => readRelayerSecret(secretFile);
  const secret = readSecret();
  if (isRefusal(secret)) return secret;
  const taken = await claimState(state);
  if (taken) return taken;
  const clock = systemClock();
  return Relayer.open({
    ...{ node: new NodeClient(node), watched, statePath: state, readSecret, log, stop },
    times: { ...RELAYER_TIMES, pollMs: values.pollSeconds * 1_000 },
    ...{ now: clock.now, monotonic: clock.monotonic, random: Math.random },
  });
}

async function relay(values: RelayerValues): Promise<number | Refusal> {
  const needed = neededOf(values);
  if (isRefusal(needed)) return needed;
  const { log } = openLog({ level: values.logLevel, format: values.logFormat });
  const stop = new AbortController();
  const relayer = await openRelayer(values, needed, log, stop);
  if (isRefusal(relayer)) return relayer;
  warnOfPlainText(needed.node, log);
  const page = relayerPage(() => relayer.reading);
  return runRole(values, { stop, log, page, run: () => relayer.run() });
}

export const relayerCommand: Command<typeof relayerOptions> = {
  name: 'relayer',
  table: relayerOptions,
  usage: '--node <url> --relayer-secret-file <file> --state <file>',
  help: 'Watches deposits on foreign chains and claims them at a node. Holds no key of any chain; ends cleanly on SIGTERM.',
  options: Object.keys(relayerOptions) as (keyof typeof relayerOptions)[],
  words: 0,
  run: relay,
};
