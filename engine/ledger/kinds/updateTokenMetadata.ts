/** update_token_metadata: a token's creator changes what wallets show of it. (Specification, Token, Tokens.)
 *
 *  An absent member keeps the previous value, an empty text removes it. */

import { isRefusal, refuse } from '../../base/refusal.js';
import { defineKind } from '../kind.js';
import { layout, text } from '../layout.js';
import { noResult } from '../resultCodec.js';
import { checkContent } from '../secondRules.js';
import { tokenSubject } from '../subjects.js';
import { shownSymbol, tokenOfCreator } from '../tokens.js';
import { tokenMetadata } from '../tokenTables.js';
import {
  givesMetadata,
  messageAnswer,
  metadataCodecs,
  metadataMembers,
  metadataView,
  type ReadMetadata,
  readMetadata,
  readToken,
  symbolAnswer,
  tokenMember,
  updatedMetadata,
} from './tokenFields.js';

interface UpdateFields extends ReadMetadata {
  /** In upper case. */
  readonly token: string;
}

export const updateTokenMetadata = defineKind<UpdateFields>({
  name: 'update_token_metadata',
  route: '/api/v2/token/metadata/update',
  chapter: 'Tokens',
  summary:
    'Changes image, description and links of a token, by its creator; an absent member keeps its value, an empty text removes it. The payload must name its type',
  members: [tokenMember, ...metadataMembers],
  answers: [symbolAnswer, messageAnswer],
  refusals: ['not_found', 'not_authorized'],
  layout: layout<UpdateFields>({ token: text, ...metadataCodecs }),
  // Other kinds of token transactions have the same single required member.
  namesItself: true,
  result: noResult,
  admitsOutflow: false,

  decode(reader) {
    const token = readToken(reader);
    const metadata = readMetadata(reader);
    if (token === undefined || reader.refusal) return undefined;
    if (!givesMetadata(metadata))
      return reader.fail(
        refuse('malformed_payload', 'give at least one of image, description, website, twitter and discord'),
      );
    return { token, ...metadata };
  },

  outflow: () => [],

  admit: (_view, { fields }, block) => checkContent(fields.problem, block),

  apply(state, { sender, fields }, { time }) {
    const token = tokenOfCreator(state, fields.token, sender, 'Only the token creator can update metadata');
    if (isRefusal(token)) return token;
    const metadata = updatedMetadata(fields, state.get(tokenMetadata, fields.token));
    state.put(tokenMetadata, fields.token, { ...metadata, updatedAt: time });
    return null;
  },

  logs: ({ fields }) => [{ event: 'update_token_metadata', data: { token: shownSymbol(fields.token) } }],

  parties: () => [],

  subjects: ({ token }) => [tokenSubject(token)],

  answer: ({ token }) => ({ symbol: shownSymbol(token), message: 'Token metadata updated successfully' }),

  event: ({ token }) => ({ token }),

  view: (fields) => ({ token_symbol: shownSymbol(fields.token), ...metadataView(fields) }),
});
