/** What a route's handler works with. */

import type { Node } from '../engine/node.js';
import type { Reference } from './openapi/reference.js';
import type { Operations } from './operations.js';
import { routesFor } from './routing/route.js';

export interface ApiContext {
  readonly node: Node;
  /** The description of the API and its page. */
  readonly reference: Reference;
  /** Open WebSockets. */
  wsClients(): number;
  readonly operations: Operations;
}

export const defineRoute = routesFor<ApiContext>();
