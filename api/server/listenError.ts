/** Why a server could not listen, as one sentence for the person who started it.
 *  The native server only says that it failed; trying the same address once with node:net tells the reason. */

import { createServer } from 'node:net';
import type { ListenAddress } from './port.js';

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is in use by another program; stop it or choose another port',
  EACCES: 'the operating system does not allow this port; ports below 1024 need extra rights',
  EADDRNOTAVAIL: 'this machine has no such address; choose another host to bind',
  ENOTFOUND: 'the host name cannot be resolved',
};

export async function listenError(address: ListenAddress): Promise<Error> {
  return new Error(sentenceOf(address, await tryListening(address)));
}

export interface ListenProblem {
  readonly isInUse: boolean;
  readonly message: string;
}

/** Why listening at this address is not possible now; undefined when it is. */
export async function listenProblem(address: ListenAddress): Promise<ListenProblem | undefined> {
  const code = await tryListening(address);
  return code === undefined ? undefined : { isInUse: code === 'EADDRINUSE', message: sentenceOf(address, code) };
}

function sentenceOf({ host, port }: ListenAddress, code: string | undefined): string {
  const reason = (code && reasons[code]) ?? `the operating system refused it${code ? ` (${code})` : ''}`;
  return `cannot listen on ${host}:${port}: ${reason}`;
}

/** @returns the error code, or undefined when node:net could listen. */
function tryListening({ host, port }: ListenAddress): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code));
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve(undefined)));
  });
}
