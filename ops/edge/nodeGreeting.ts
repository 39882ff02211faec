/** The first frame of a node's stream: its statistics, with the number of its latest event. */

import { WebSocket } from 'ws';
import { RELAY_SUBPROTOCOL } from '../../api/stream/formats.js';
import { type EdgeEvent, readEdgeEvent } from './edgeEvent.js';

const WAIT_MS = 5_000;

/** @param node URL without `/api`. @returns undefined when the node is away, or says something else. */
export function nodeGreeting(node: string): Promise<EdgeEvent | undefined> {
  const url = `${node.replace(/^http/, 'ws').replace(/\/+$/, '')}/api/ws`;
  const socket = new WebSocket(url, [RELAY_SUBPROTOCOL], { handshakeTimeout: WAIT_MS });
  return new Promise((resolve) => {
    const end = (event?: EdgeEvent): void => {
      clearTimeout(timer);
      socket.terminate();
      resolve(event);
    };
    const timer = setTimeout(end, WAIT_MS);
    socket.on('error', () => end());
    socket.on('close', () => end());
    socket.on('message', (data: Buffer) => {
      try {
        end(readEdgeEvent(data));
      } catch {
        end();
      }
    });
  });
}
