/** claim_token_metadata: an empty metadata record for a token that was created without one, by its creator. (Specification,
 *  Tokens.) */

import { isRefusal, refuse } from '../../base/refusal.js';
import { defineKind } from '../kind.js';
import { layout, text } from '../layout.js';
import { noResult } from '../resultCodec.js';
import { tokenSubject } from '../subjects.js';
import { shownSymbol, tokenExists, tokenOfCreator } from '../tokens.js';
import { tokenMetadata } from '../tokenTables.js';
import { messageAnswer, readToken, symbolAnswer, tokenMember } from './tokenFields.js';

interface ClaimFields {
  /** In upper case. */
  readonly token: string;
}

const NOTHING = {
  image: undefined,
  description: undefined,
  website: undefined,
  twitter: undefined,
  discord: undefined,
};

export const claimTokenMetadata = defineKind<ClaimFields>({
  name: 'claim_token_metadata',
  route: '/api/v2/token/metadata/claim',
  chapter: 'Tokens',
  summary: 'Opens the metadata of a token that has none, by its creator. The payload must name its type',
  members: [tokenMember],
  answers: [symbolAnswer, messageAnswer],
  refusals: ['not_found', 'not_authorized', 'already_exists'],
  layout: layout<ClaimFields>({ token: text }),
  // Other kinds of token transactions have the same single member.
  namesItself: true,
  result: noResult,
  admitsOutflow: false,

  decode(reader) {
    const token = readToken(reader);
    return token === undefined ? undefined : { token };
  },

  outflow: () => [],

  apply(state, { sender, fields: { token: symbol } }, { time }) {
    if (state.get(tokenMetadata, symbol))
      return refuse('already_exists', 'Metadata already exists for this token. Use update instead.');
    if (!tokenExists(state, symbol)) return refuse('not_found', `Token ${symbol} not found on blockchain`);
    const token = tokenOfCreator(state, symbol, sender, 'Only the original token creator can claim metadata');
    if (isRefusal(token)) return token;
    state.put(tokenMetadata, symbol, { ...NOTHING, updatedAt: time });
    return null;
  },

  logs: ({ fields }) => [{ event: 'claim_token_metadata', data: { token: shownSymbol(fields.token) } }],

  parties: () => [],

  subjects: ({ token }) => [tokenSubject(token)],

  answer: ({ token }) => ({ symbol: shownSymbol(token), message: 'Token metadata claimed successfully' }),

  event: ({ token }) => ({ token }),

  view: ({ token }) => ({ token_symbol: shownSymbol(token) }),
});
