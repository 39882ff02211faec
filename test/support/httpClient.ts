/** HTTP as a test needs it: any method, any header, any bytes, and the answer as it came. */

import http from 'node:http';

export interface Received {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly bytes: Uint8Array;
  /** The body as UTF-8 text. */
  readonly text: string;
  /** The body parsed; undefined when it is not JSON. */
  readonly json: Readonly<Record<string, unknown>> | undefined;
}

export interface Sending {
  readonly method?: string;
  readonly headers?: http.OutgoingHttpHeaders;
  readonly body?: string | Uint8Array;
  /** When absent, the request uses its own connection. */
  readonly agent?: http.Agent;
}

function parsed(text: string): Received['json'] {
  try {
    return JSON.parse(text) as Received['json'];
  } catch {
    return undefined;
  }
}

/** One exchange. @throws Error when the connection breaks before the answer is complete. */
export function exchange(url: string, path: string, sending: Sending = {}): Promise<Received> {
  const { method = 'GET', headers = {}, body, agent = false } = sending;
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    // Node frames the body of a DELETE only where its length is named.
    const framed = method === 'DELETE' && body !== undefined ? { 'content-length': Buffer.byteLength(body) } : {};
    const request = http.request(
      { hostname, port, path, method, headers: { ...framed, ...headers }, agent },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const bytes = Buffer.concat(chunks);
          const text = bytes.toString('utf8');
          resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes, text, json: parsed(text) });
        });
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

export const JSON_HEADERS = { 'content-type': 'application/json' } as const;
