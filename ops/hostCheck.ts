/** The check of the Host for the two small node:http servers beside the API: control and metrics.
 *
 *  In: a request. Out: whether it passes; one with two hosts has been answered 400, one for another name 421, before
 *  anything else of it is looked at. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OwnNames } from '../api/limits/hostNames.js';
import { namesHosts } from '../api/server/nodeRequest.js';

/** @param names undefined for a server that answers to any name. */
export function passesHost(names: OwnNames | undefined, request: IncomingMessage, response: ServerResponse): boolean {
  const twice = namesHosts(request);
  const foreign = twice ? undefined : names?.check(request.headers.host ?? '');
  if (!twice && !foreign) return true;
  const text = foreign?.message ?? 'the request names more than one Host; send one';
  response.writeHead(foreign?.status ?? 400, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
  response.end(`${text}\n`);
  return false;
}
