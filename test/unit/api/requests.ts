/** A request of the server port without a socket, and what a handler's outcome settles to. */

import { type Answer, type Body, BodyWanted, type Outcome, type ServerRequest } from '../../../api/server/port.js';

export function request(method: string, target: string, headers: Readonly<Record<string, string>> = {}): ServerRequest {
  const [path = '', query = ''] = target.split('?');
  const sent: Readonly<Record<string, string>> = { host: '127.0.0.1:5100', ...headers };
  return {
    method,
    path,
    query,
    remoteAddress: '127.0.0.1',
    header: (name) => sent[name] ?? '',
    joinedHeader: (name) => sent[name] ?? '',
    aborted: false,
    onAbort: () => {},
  };
}

/** @param body what the client sends, should the handler want it. */
export async function settled(outcome: Outcome, body: Body | string = 'no_room'): Promise<Answer> {
  if (!(outcome instanceof BodyWanted)) return outcome;
  const isReason = body === 'too_large' || body === 'no_room';
  return outcome.answer(typeof body === 'string' && !isReason ? new TextEncoder().encode(body) : (body as Body));
}

export const header = (answer: Answer, name: string): string | undefined =>
  answer.headers.find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];

export const json = (answer: Answer): unknown => JSON.parse(String(answer.body));
