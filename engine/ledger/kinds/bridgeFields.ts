/** What the kinds of the bridge share: members, facts of a deposit, and how they are shown. */

import { amountView } from '../../base/amounts.js';
import { fromHex } from '../../base/bytes.js';
import { refuse } from '../../base/refusal.js';
import { type AccountId, addressOf, burnAccount } from '../../crypto/address.js';
import { PUBLIC_KEY_BYTES } from '../../crypto/mldsa.js';
import { isBridged, isClaimKey, isForeignHash } from '../bridge.js';
import type { DepositFacts } from '../bridgeTables.js';
import { account, amount, integer, layout, text } from '../layout.js';
import type { PayloadMember, PayloadReader } from '../payload.js';
import { bridgeSubject, type SubjectId, tokenSubject } from '../subjects.js';
import { shownSymbol } from '../tokens.js';

/** `btcaddr:`, 64 digits, and the number of an output. */
const CLAIM_KEY_CHARACTERS = 83;
/** 0x and 64 digits. */
export const HASH_CHARACTERS = 66;
const SENDER_CHARACTERS = 42;
/** 0x and 65 bytes. */
const PROOF_CHARACTERS = 132;
/** `xrge:` and 64 digits. */
const WITHDRAWAL_CHARACTERS = 69;

export interface DepositFields extends DepositFacts {
  readonly claimKey: string;
  /** As it was signed. */
  readonly recipientText: string;
}

export const depositLayout = layout<DepositFields>({
  claimKey: text,
  token: text,
  units: amount,
  recipient: account,
  recipientText: text,
  sender: text,
  blockHash: text,
  height: integer,
  position: integer,
  proof: text,
});

const plain = (name: string, characters: number, about: string, required = true): PayloadMember => ({
  name,
  type: 'text',
  characters,
  plain: true,
  required,
  about,
});

export const bridgedTokenMember: PayloadMember = {
  name: 'tokenSymbol',
  aliases: ['token_symbol'],
  type: 'symbol',
  required: true,
  about: 'qETH, qUSDC, qBTC or XRGE',
};

export const depositMembers: readonly PayloadMember[] = [
  plain(
    'claimKey',
    CLAIM_KEY_CHARACTERS,
    'Name of the deposit: 0x<hash>, xrge:0x<hash>, btc:<txid> or btcaddr:<txid>:<vout>',
  ),
  bridgedTokenMember,
  { name: 'amountUnits', type: 'units', required: true, about: 'Base units; quanta of XRGE', least: 1 },
  { name: 'recipient', type: 'account', required: true, about: 'Who gets the tokens' },
  plain('blockHash', HASH_CHARACTERS, 'Block of the deposit on its chain'),
  { name: 'height', type: 'integer', required: true, about: 'Its height' },
  { name: 'position', type: 'integer', required: true, about: 'Index of the log in the block, or of the output' },
  plain('sender', SENDER_CHARACTERS, 'EVM address that paid', false),
  plain('proof', PROOF_CHARACTERS, 'Signature of the sender for the recipient, where the deposit names none', false),
];

const malformed = (sentence: string) => refuse('malformed_payload', sentence);

export function readBridgedToken(reader: PayloadReader): string | undefined {
  const token = reader.symbol('tokenSymbol');
  if (reader.refusal) return undefined;
  return token !== undefined && isBridged(token)
    ? token
    : reader.fail(malformed('tokenSymbol must be qETH, qUSDC, qBTC or XRGE'));
}

/** A whole number that is required. */
function requiredInteger(reader: PayloadReader, name: string): number {
  const value = reader.integer(name);
  if (value === undefined) reader.fail(malformed(`${name} is required`));
  return value ?? 0;
}

function readRecipient(reader: PayloadReader): AccountId | undefined {
  const recipient = reader.recipient('recipient');
  if (recipient === undefined) return reader.fail(malformed('recipient is required'));
  return recipient === burnAccount
    ? reader.fail(refuse('invalid_recipient', 'the bridge mints nothing to the burn address'))
    : recipient;
}

export function readDeposit(reader: PayloadReader): DepositFields | undefined {
  const token = readBridgedToken(reader);
  const claimKey = reader.requiredText('claimKey', CLAIM_KEY_CHARACTERS);
  const units = reader.amount('amountUnits', 0);
  const recipient = readRecipient(reader);
  const blockHash = reader.requiredText('blockHash', HASH_CHARACTERS);
  const [height, position] = [requiredInteger(reader, 'height'), requiredInteger(reader, 'position')];
  const sender = reader.optionalText('sender', SENDER_CHARACTERS) ?? '';
  const proof = reader.optionalText('proof', PROOF_CHARACTERS) ?? '';
  if (reader.refusal || token === undefined || claimKey === undefined || blockHash === undefined) return undefined;
  if (units === undefined || units === 0n)
    return reader.fail(refuse('invalid_amount', 'amountUnits must be greater than zero'));
  if (!isClaimKey(claimKey, token))
    return reader.fail(malformed(`claimKey does not name a deposit of ${shownSymbol(token)}`));
  if (!isForeignHash(blockHash, token)) return reader.fail(malformed('blockHash must be a hash in small letters'));
  const recipientText = reader.text('recipient') ?? '';
  const where = { blockHash, height, position };
  return recipient && { claimKey, token, units, recipient, recipientText, sender, proof, ...where };
}

/** What is kept of a deposit. */
export const factsOf = ({
  token,
  units,
  recipient,
  sender,
  blockHash,
  height,
  position,
  proof,
}: DepositFields): DepositFacts => ({
  token,
  units,
  recipient,
  sender,
  blockHash,
  height,
  position,
  proof,
});

export const depositView = ({
  claimKey,
  token,
  units,
  recipientText,
  sender,
  blockHash,
  height,
  position,
}: DepositFields) => ({
  to_pub_key_hex: recipientText,
  ...amountView(token, units),
  token_symbol: shownSymbol(token),
  bridge: {
    claim_key: claimKey,
    ...(sender === '' ? {} : { sender }),
    ...{ block_hash: blockHash, height, position },
  },
});

export const depositLog = ({ claimKey, token, units, recipient }: DepositFields) => ({
  token: shownSymbol(token),
  ...amountView(token, units),
  to: addressOf(recipient),
  claim_key: claimKey,
});

/** The public key by which a deposit names its recipient. */
export function recipientKeys({ recipientText }: DepositFields): readonly Uint8Array[] {
  const key = fromHex(recipientText, PUBLIC_KEY_BYTES);
  return key ? [key] : [];
}

/** Histories of tokens; XRGE has none. All that a bridge moves is in its own. */
export const bridgeSubjects = (token: string): readonly SubjectId[] => [
  bridgeSubject,
  ...(token === 'XRGE' ? [] : [tokenSubject(token)]),
];

export const withdrawalMember: PayloadMember = plain(
  'withdrawal',
  WITHDRAWAL_CHARACTERS,
  'Id of the withdrawal: 64 hex characters, after xrge: for XRGE',
);

export function readWithdrawalId(reader: PayloadReader): string | undefined {
  const id = reader.requiredText('withdrawal', WITHDRAWAL_CHARACTERS);
  if (id === undefined) return undefined;
  return /^(xrge:)?[0-9a-f]{64}$/.test(id)
    ? id
    : reader.fail(malformed('withdrawal must be the id of a withdrawal: 64 hex characters, after xrge: for XRGE'));
}
