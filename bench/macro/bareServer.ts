/** A bare server for the bench of HTTP: one fixed answer to every request, without code of this project.
 *
 *  In: `uws` or `node`, the library that answers. Out: the address it listens at, on standard output. It answers until it is
 *  told to end. */

import { createServer } from 'node:http';
import { loadUws } from '../../api/server/uwsBinding.js';
import { InvariantError } from '../../engine/base/refusal.js';

const HOST = '127.0.0.1';
const HELLO = 'Hello World!';

const listening = (port: number): void => console.log(`http://${HOST}:${port}`);

function bareUws(): void {
  const { binding: uws, faults } = loadUws();
  if (!uws) throw new Error(faults.map(({ sentence }) => sentence).join('; '));
  const app = uws.App();
  app.any('/*', (response) => void response.end(HELLO));
  app.listen(HOST, 0, uws.LIBUS_LISTEN_EXCLUSIVE_PORT, (socket) => {
    if (!socket) throw new InvariantError('the bare server cannot listen');
    listening(uws.us_socket_local_port(socket));
  });
}

function bareNode(): void {
  const server = createServer((_, response) => response.end(HELLO));
  server.listen(0, HOST, () => {
    const address = server.address();
    if (typeof address === 'object' && address) listening(address.port);
  });
}

if (process.argv[2] === 'uws') bareUws();
else bareNode();
