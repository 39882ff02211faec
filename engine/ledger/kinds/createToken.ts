/** create_token: a new token, its whole supply credited to the signer. (Specification, Token, Tokens.)
 *
 *  From the token-minting height on a token may be mintable: its creator may mint more of it, up to a cap if it has one. Only
 *  mintable tokens have a record in the mint ledger, so other tokens add nothing to it. */

import { amountView, formatXrge } from '../../base/amounts.js';
import { toHex } from '../../base/bytes.js';
import { invariant, refuse } from '../../base/refusal.js';
import { isActive } from '../../chain/upgrades.js';
import { countOne } from '../counters.js';
import { mint } from '../funds.js';
import { defineKind } from '../kind.js';
import { amount, flag, integer, layout, optional, text } from '../layout.js';
import { tokenUnits } from '../movement.js';
import { type PayloadMember, type PayloadReader, SYMBOL_CHARACTERS } from '../payload.js';
import { noResult } from '../resultCodec.js';
import { checkContent } from '../secondRules.js';
import { tokenSubject } from '../subjects.js';
import { isReserved, tokenExists } from '../tokens.js';
import { mintLedger, tokenMetadata, tokens } from '../tokenTables.js';
import {
  hasMetadata,
  messageAnswer,
  metadataCodecs,
  metadataMembers,
  metadataView,
  type ReadMetadata,
  readMetadata,
  updatedMetadata,
} from './tokenFields.js';

/** Characters (specification, Errors). */
const NAME_CHARACTERS = 64;
/** As many as wallets of other chains show. */
const MAX_DECIMALS = 18;

interface CreateTokenFields extends ReadMetadata {
  readonly name: string;
  /** In upper case. */
  readonly symbol: string;
  /** Base units. */
  readonly totalSupply: bigint;
  readonly decimals: number;
  readonly mintable: boolean;
  readonly maxSupply: bigint | undefined;
}

const members: readonly PayloadMember[] = [
  {
    name: 'name',
    aliases: ['token_name', 'tokenName'],
    type: 'text',
    characters: NAME_CHARACTERS,
    required: true,
    about: `Full name, 1 to ${NAME_CHARACTERS} characters`,
  },
  {
    name: 'symbol',
    aliases: ['token_symbol', 'tokenSymbol'],
    type: 'symbol',
    required: true,
    about: 'Kept in upper case, matched in any case',
  },
  {
    name: 'totalSupply',
    aliases: ['total_supply', 'initial_supply', 'initialSupply'],
    type: 'units',
    required: true,
    about: 'Whole base units, all of them credited to the signer',
    least: 1,
  },
  { name: 'decimals', type: 'integer', required: false, about: `For display, 0 to ${MAX_DECIMALS}; 0 when absent` },
  ...metadataMembers,
  {
    name: 'mintable',
    aliases: ['token_mintable', 'tokenMintable'],
    type: 'flag',
    required: false,
    about: 'Whether the signer may mint more; from the token-minting height on',
  },
  {
    name: 'max_supply',
    aliases: ['maxSupply', 'token_max_supply', 'tokenMaxSupply'],
    type: 'units',
    required: false,
    about: 'Base units that a mintable token may ever have, burned ones counted; unlimited when absent',
  },
];

function readNames(reader: PayloadReader): Pick<CreateTokenFields, 'name' | 'symbol'> | undefined {
  const malformed = (sentence: string) => reader.fail(refuse('malformed_payload', sentence));
  const name = reader.text('name')?.trim();
  const written = reader.text('symbol');
  if (reader.refusal) return undefined;
  if (!name || !written?.trim()) return malformed('token_name and token_symbol are required');
  if (written.length > SYMBOL_CHARACTERS) return malformed(`token_symbol must be 1-${SYMBOL_CHARACTERS} characters`);
  if (/\s/.test(written)) return malformed('token_symbol cannot contain whitespace');
  const symbol = reader.symbol('symbol');
  if (symbol === undefined) return undefined;
  if (isReserved(symbol)) return reader.fail(refuse('rule_violation', `reserved symbol '${written}'`));
  if (name.length > NAME_CHARACTERS) return malformed(`token_name must be 1-${NAME_CHARACTERS} characters`);
  return { name, symbol };
}

function readSupply(
  reader: PayloadReader,
): Pick<CreateTokenFields, 'totalSupply' | 'mintable' | 'maxSupply'> | undefined {
  const totalSupply = reader.amount('totalSupply', 0);
  const mintable = reader.flag('mintable') ?? false;
  const maxSupply = reader.amount('max_supply', 0);
  if (reader.refusal) return undefined;
  if (!totalSupply) return reader.fail(refuse('invalid_amount', 'initial_supply must be greater than zero'));
  if (maxSupply !== undefined && !mintable)
    return reader.fail(refuse('malformed_payload', 'max_supply requires mintable: true'));
  if (maxSupply !== undefined && maxSupply < totalSupply)
    return reader.fail(refuse('invalid_amount', `max_supply ${maxSupply} is below initial_supply ${totalSupply}`));
  return { totalSupply, mintable, maxSupply };
}

const alreadyExists = (symbol: string) => refuse('already_exists', `Token symbol '${symbol}' already exists`);

export const createToken = defineKind<CreateTokenFields>({
  name: 'create_token',
  route: '/api/v2/token/create',
  chapter: 'Tokens',
  summary: 'Creates a token and credits its whole supply to the signer',
  members,
  answers: [
    { name: 'token', type: 'record', about: 'symbol, name, totalSupply, totalSupply_units, decimals, creator' },
    { name: 'token_symbol', type: 'text', about: 'The symbol in upper case' },
    messageAnswer,
  ],
  refusals: ['rule_violation', 'already_exists'],
  layout: layout<CreateTokenFields>({
    name: text,
    symbol: text,
    totalSupply: amount,
    decimals: integer,
    mintable: flag,
    maxSupply: optional(amount),
    ...metadataCodecs,
  }),
  result: noResult,
  admitsOutflow: false,

  decode(reader) {
    const names = readNames(reader);
    const supply = names && readSupply(reader);
    const decimals = reader.integer('decimals') ?? 0;
    const metadata = readMetadata(reader);
    if (!names || !supply || reader.refusal) return undefined;
    if (decimals > MAX_DECIMALS)
      return reader.fail(refuse('malformed_payload', `decimals must be a whole number from 0 to ${MAX_DECIMALS}`));
    return { ...names, ...supply, decimals, ...metadata };
  },

  outflow: () => [],

  insufficient: (_view, _transaction, have, need) =>
    refuse(
      'insufficient_balance',
      `insufficient XRGE for token creation fee: have ${formatXrge(have)}, need ${formatXrge(need)}`,
    ),

  admit: (_view, { fields }, block) =>
    fields.mintable && !isActive(block.genesis.schedule, 'token_minting', block.height)
      ? refuse('rule_violation', 'token minting is not active yet (token_mintable / token_max_supply)')
      : checkContent(fields.problem, block),

  // The second click of a double click would cost the fee and create nothing.
  checkBeside(_view, { fields: { symbol } }, pending) {
    for (const { operation, fields } of pending)
      if (operation === 'create_token' && (fields as CreateTokenFields).symbol === symbol) return alreadyExists(symbol);
    return undefined;
  },

  apply(state, { sender, fields }, { height, time }) {
    const { name, symbol, totalSupply, decimals, mintable, maxSupply } = fields;
    if (tokenExists(state, symbol)) return alreadyExists(symbol);
    state.put(tokens, symbol, {
      number: countOne(state, 'tokens') + 1,
      name,
      decimals,
      creator: sender,
      createdAt: time,
      createdHeight: height,
      initialSupply: totalSupply,
      frozen: false,
    });
    if (hasMetadata(fields)) state.put(tokenMetadata, symbol, { ...updatedMetadata(fields), updatedAt: time });
    if (mintable) state.put(mintLedger, symbol, { minted: 0n, maxSupply });
    invariant(mint(state, sender, symbol, totalSupply), 'the first supply of a token fits 128 bits');
    return null;
  },

  logs: ({ fields: { name, symbol, totalSupply } }) => [
    { event: 'token_create', data: { name, symbol, ...amountView(symbol, totalSupply, 'total_supply') } },
  ],

  movements: ({ sender, fields: { symbol, totalSupply } }) => [
    { reason: 'token_supply', to: sender, moved: tokenUnits(symbol, totalSupply) },
  ],

  parties: () => [],

  subjects: ({ symbol }) => [tokenSubject(symbol)],

  answer: ({ symbol, name, totalSupply, decimals }, { publicKey }) => ({
    token: {
      symbol,
      name,
      ...amountView(symbol, totalSupply, 'totalSupply'),
      decimals,
      creator: toHex(publicKey),
    },
    token_symbol: symbol,
    message: 'Token creation transaction submitted',
  }),

  event: ({ symbol, totalSupply }) => ({ token: symbol, amount: totalSupply }),

  view: (fields) => ({
    token_name: fields.name,
    token_symbol: fields.symbol,
    token_decimals: fields.decimals,
    ...amountView(fields.symbol, fields.totalSupply, 'token_total_supply'),
    ...(fields.mintable ? { token_mintable: true } : {}),
    ...(fields.maxSupply === undefined ? {} : amountView(fields.symbol, fields.maxSupply, 'token_max_supply')),
    ...metadataView(fields),
  }),
});
