/** Of which chain a node is, for programs beside it: a node that is away is waited for. */

import { isJsonObject } from '../../engine/base/json.js';
import type { Log } from '../../engine/base/ports.js';
import { type Refusal, refuse } from '../../engine/base/refusal.js';
import { runSessions } from '../sessions.js';
import { stopAtSignals } from '../stopAtSignals.js';
import { isNodeFault, NodeClient, textMember } from './client.js';

/** @returns undefined when a signal has ended the wait. */
export async function chainOf(node: string, stop: AbortController, log: Log): Promise<string | Refusal | undefined> {
  const client = new NodeClient(node);
  const release = stopAtSignals(stop, log);
  let chainId: string | undefined;
  const fault = await runSessions({
    signal: stop.signal,
    session: async () => {
      const found = await client.chainId();
      if (isNodeFault(found)) return { later: found.message };
      if (found === undefined) return { final: refuse('busy', `${node} does not say of which chain it is`) };
      chainId = found;
      return 'stopped';
    },
    done: () => 0,
    failed: (why) => log.warn({ node }, `${why}; trying again`),
  });
  release();
  return fault ?? chainId;
}

/** Hash of the chain's first block; undefined when the node does not show it now. */
export async function genesisHashOf(node: string): Promise<string | undefined> {
  const answer = await new NodeClient(node).get('/blocks/headers?limit=1&before=1');
  if (isNodeFault(answer)) return undefined;
  const headers = answer.get('headers');
  const [header] = Array.isArray(headers) ? headers : [];
  return isJsonObject(header) ? textMember(header, 'hash') : undefined;
}
