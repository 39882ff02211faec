/** The main thread parses input of strangers in two files only, each of which states a limit.
 *
 *  Reading a JSON body costs a thread a thousand times as much as its transfer, so a handler that parses the bytes itself
 *  stops the node for every client. Small bodies have a schema, whose reader bounds them; larger ones go to a thread. */

import type { Rule } from './rule.js';
import type { Token } from './tokens.js';

/** The reader of bodies with a schema, up to `PARSED_BODY_BYTES`; frames of the stream, up to `WS_FRAME_VALUES`. */
const READERS: ReadonlySet<string> = new Set(['api/routing/jsonBody.ts', 'api/stream/formats.ts']);

/** The page and the client read a node's answers, on the user's machine. */
const isOfServer = (path: string): boolean => path.startsWith('api/') && !/^api\/(?:page|client)\//.test(path);

function parses(code: readonly Token[], at: number): boolean {
  const { kind, value } = code[at] as Token;
  if (kind !== 'word') return false;
  return value === 'parseJson' || (value === 'JSON' && code[at + 1]?.value === '.' && code[at + 2]?.value === 'parse');
}

/** No other file of the API may read JSON. */
export const parsing: Rule = (file) => {
  if (!file.isCode || !isOfServer(file.path) || READERS.has(file.path)) return [];
  return file.code.flatMap(({ line }, at) =>
    parses(file.code, at)
      ? [file.violation(line, 'parsing', 'give the body a schema, or hand its bytes to a thread unparsed')]
      : [],
  );
};
