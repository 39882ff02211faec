/** A free port, for a library that should not choose one itself.
 *
 *  In: a host. Out: a port that was free a moment ago; another process may take it before it is used. */

import { createServer } from 'node:net';

/** @returns undefined when nothing can listen at this host. */
export function freePort(host: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(undefined));
    probe.listen({ host, port: 0, exclusive: true }, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' ? address?.port : undefined));
    });
  });
}
