/** What a route's handler works with. */

import type { Inclusions } from '../engine/head/inclusions.js';
import type { Node } from '../engine/node.js';
import type { ServicesPort } from '../engine/services/port.js';
import type { Moment } from '../engine/services/surroundings.js';
import type { HistoryIndex } from './historyIndex.js';
import type { BridgeLimit } from './limits/bridgeLimit.js';
import type { Passage, WriteLimit } from './limits/gate.js';
import type { LogoConverter } from './logos.js';
import type { Reference } from './openapi/reference.js';
import type { Operations } from './operations.js';
import type { Heights } from './routing/heights.js';
import { routesFor } from './routing/route.js';
import type { ServerRequest } from './server/port.js';

export interface ApiContext {
  readonly node: Node;
  /** The description of the API and its page. */
  readonly reference: Reference;
  /** Counts the writes of a batch after the first, which was counted with the request: all of them, or none. */
  charge(request: ServerRequest, writes: number): Passage;
  /** How many writes a minute the client has in all; undefined without a limit. */
  writeLimit(request: ServerRequest): WriteLimit | undefined;
  /** Whether the operator asks: a program on this machine, for itself, where no proxy is configured. */
  isOperator(request: ServerRequest): boolean;
  /** Network of the client's address: it distinguishes requests that name the same key. */
  sourceOf(request: ServerRequest): string;
  /** Counts what costs the providers of foreign chains something. */
  readonly bridgeLimit: Pick<BridgeLimit, 'take'>;
  /** Open WebSockets. */
  wsClients(): number;
  readonly operations: Operations;
  readonly logos: LogoConverter;
  /** The history in PostgreSQL; undefined where the operator has named none. */
  readonly history: HistoryIndex | undefined;
  /** The height of reads. */
  readonly heights: Heights;
  /** Waits for blocks. */
  readonly inclusions: Inclusions;
  /** Messenger, mail, social, votes, push. */
  readonly services: ServicesPort;
  /** What services need to know of the chain and the clock. */
  moment(): Moment;
}

export const defineRoute = routesFor<ApiContext>(({ heights }) => heights);
