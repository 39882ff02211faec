/** token_freeze: the creator freezes a token. While it is frozen none of its units can move; its creator can still mint,
 *  and a second freeze changes nothing. (Specification, Tokens.) */

import { isRefusal } from '../../base/refusal.js';
import { defineKind } from '../kind.js';
import { flag, layout, text } from '../layout.js';
import { noResult } from '../resultCodec.js';
import { tokenSubject } from '../subjects.js';
import { shownSymbol, tokenOfCreator } from '../tokens.js';
import { tokens } from '../tokenTables.js';
import { messageAnswer, readToken, symbolAnswer, tokenMember } from './tokenFields.js';

interface FreezeFields {
  /** In upper case. */
  readonly token: string;
  readonly frozen: boolean;
}

export const tokenFreeze = defineKind<FreezeFields>({
  name: 'token_freeze',
  route: '/api/v2/token/freeze',
  chapter: 'Tokens',
  summary: 'Pauses or resumes every movement of a token, by its creator',
  members: [
    tokenMember,
    { name: 'frozen', type: 'flag', required: false, about: 'Whether nothing of it moves; true when absent' },
  ],
  answers: [
    symbolAnswer,
    { name: 'frozen', type: 'flag', about: 'What it will be with the transaction in a block' },
    messageAnswer,
  ],
  refusals: ['not_found', 'not_authorized'],
  layout: layout<FreezeFields>({ token: text, frozen: flag }),
  result: noResult,
  admitsOutflow: false,

  decode(reader) {
    const token = readToken(reader);
    const frozen = reader.flag('frozen') ?? true;
    return token === undefined || reader.refusal ? undefined : { token, frozen };
  },

  outflow: () => [],

  apply(state, { sender, fields }) {
    const token = tokenOfCreator(state, fields.token, sender, 'only the token creator can freeze/unfreeze');
    if (isRefusal(token)) return token;
    if (token.frozen !== fields.frozen) state.put(tokens, fields.token, { ...token, frozen: fields.frozen });
    return null;
  },

  logs: ({ fields: { token, frozen } }) => [{ event: 'token_freeze', data: { token: shownSymbol(token), frozen } }],

  parties: () => [],

  subjects: ({ token }) => [tokenSubject(token)],

  answer: ({ token, frozen }) => ({
    symbol: shownSymbol(token),
    frozen,
    message: `Token ${frozen ? 'freeze' : 'unfreeze'} transaction submitted`,
  }),

  event: ({ token }) => ({ token }),

  view: ({ token, frozen }) => ({ token_symbol: shownSymbol(token), frozen }),
});
