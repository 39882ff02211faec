/** What the text of the search box means. The text decides: digits are a height, 64 hex characters a transaction or a
 *  block hash, `rouge1...` or a whole public key an account. */

export type Query =
  | { readonly kind: 'block' | 'hash' | 'address'; readonly value: string }
  | { readonly kind: 'unknown'; readonly hint: string };

const HASH_CHARACTERS = 64;
const KEY_CHARACTERS = 3_904;
const SAFE_DIGITS = 15;

export function readQuery(text: string): Query {
  const bare = text.trim().replace(/^0x(?=[0-9a-f]{64}$)/i, '');
  const digits = bare.replace(/^#/, '').replaceAll(/[,_\s](?=\d{3})/g, '');
  if (bare === '')
    return { kind: 'unknown', hint: 'Type a block height, a block hash, a transaction id or an address.' };
  if (/^\d+$/.test(digits) && digits.length <= SAFE_DIGITS) return { kind: 'block', value: String(Number(digits)) };
  if (/^rouge1[0-9a-z]+$/i.test(bare)) return { kind: 'address', value: bare.toLowerCase() };
  if (/^[0-9a-f]+$/i.test(bare)) return readHex(bare.toLowerCase());
  return {
    kind: 'unknown',
    hint: 'This is no block height, no hash of 64 hex characters, and no address that begins with rouge1.',
  };
}

function readHex(hex: string): Query {
  if (hex.length === HASH_CHARACTERS) return { kind: 'hash', value: hex };
  if (hex.length === KEY_CHARACTERS) return { kind: 'address', value: hex };
  return {
    kind: 'unknown',
    hint: `This has ${hex.length} hex characters. A transaction id or block hash has 64, a public key 3,904.`,
  };
}
