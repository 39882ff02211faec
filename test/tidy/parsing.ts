/** Where the main thread parses what a stranger sends: in two files, each of which says how much.
 *
 *  A body of JSON costs the thread that reads it a thousand times its transfer, so a handler that parses its bytes by itself
 *  stops the node for everybody. Small bodies have a schema, whose reader bounds them; larger ones go to a thread. */

import type { Rule } from './rule.js';
import type { Token } from './tokens.js';

/** The reader of bodies with a schema, up to `PARSED_BODY_BYTES`; frames of the stream, up to `WS_FRAME_VALUES`. */
const READERS: ReadonlySet<string> = new Set(['api/routing/jsonBody.ts', 'api/stream/formats.ts']);

/** The page and the client read what a node answers, on the machine of whoever asked. */
const isOfServer = (path: string): boolean => path.startsWith('api/') && !/^api\/(?:page|client)\//.test(path);

function parses(code: readonly Token[], at: number): boolean {
  const { kind, value } = code[at] as Token;
  if (kind !== 'word') return false;
  return value === 'parseJson' || (value === 'JSON' && code[at + 1]?.value === '.' && code[at + 2]?.value === 'parse');
}

/** Nothing else of the API reads JSON. */
export const parsing: Rule = (file) => {
  if (!file.isCode || !isOfServer(file.path) || READERS.has(file.path)) return [];
  return file.code.flatMap(({ line }, at) =>
    parses(file.code, at)
      ? [file.violation(line, 'parsing', 'give the body a schema, or hand its bytes to a thread unparsed')]
      : [],
  );
};
