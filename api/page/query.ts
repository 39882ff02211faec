/** What the text of the search box means. The text decides: digits are a height, 64 hex characters a transaction or a
 *  block hash, 40 a contract, `rouge1...` or a whole public key an account, `col:...` a collection, with `#5` or `/5` behind it one of its
 *  NFTs, two symbols with a hyphen or a slash a pool, and one symbol behind `$` a token. Anything else is a name. */

export type Query =
  | {
      readonly kind: 'block' | 'hash' | 'address' | 'contract' | 'token' | 'pool' | 'collection';
      readonly value: string;
    }
  | { readonly kind: 'nft'; readonly value: string; readonly tokenId: string }
  /** @property hint shown when nothing has this name. */
  | { readonly kind: 'name'; readonly value: string; readonly hint: string }
  | { readonly kind: 'unknown'; readonly hint: string };

const HASH_CHARACTERS = 64;
const CONTRACT_CHARACTERS = 40;
const KEY_CHARACTERS = 3_904;
const SAFE_DIGITS = 15;
const COLLECTION = /^(col:[0-9a-z]{1,70}:[A-Za-z0-9_-]{1,32})(?:\s*[#/]\s*(\d{1,15}))?$/i;
const POOL = /^([A-Za-z0-9]{1,10})\s*[-/]\s*([A-Za-z0-9]{1,10})$/;
const TOKEN = /^\$([A-Za-z0-9]{1,10})$/;
/** The longest text that the node searches for. */
const NAME_CHARACTERS = 100;

export function readQuery(text: string): Query {
  const bare = text.trim().replace(/^0x(?=(?:[0-9a-f]{40}|[0-9a-f]{64})$)/i, '');
  const digits = bare.replace(/^#/, '').replaceAll(/[,_\s](?=\d{3})/g, '');
  if (bare === '')
    return {
      kind: 'unknown',
      hint: 'Type a block height, a block hash, a transaction id, an address, a contract, or the name of a token, a pool or a collection.',
    };
  if (/^\d+$/.test(digits) && digits.length <= SAFE_DIGITS) return { kind: 'block', value: String(Number(digits)) };
  if (/^rouge1[0-9a-z]+$/i.test(bare)) return { kind: 'address', value: bare.toLowerCase() };
  return readAsset(bare) ?? readHex(bare);
}

/** A token, a pool, a collection or an NFT. */
function readAsset(text: string): Query | undefined {
  const [, collection, tokenId] = COLLECTION.exec(text) ?? [];
  if (collection !== undefined)
    return tokenId === undefined
      ? { kind: 'collection', value: collection }
      : { kind: 'nft', value: collection, tokenId: String(Number(tokenId)) };
  const [, one, other] = POOL.exec(text) ?? [];
  if (one !== undefined && other !== undefined) return { kind: 'pool', value: `${one}-${other}` };
  const [, symbol] = TOKEN.exec(text) ?? [];
  return symbol === undefined ? undefined : { kind: 'token', value: symbol };
}

/** Names are shorter: a text of this length was meant as a hash or a key. */
const LEAST_HASH = 33;

function readHex(text: string): Query {
  const hex = text.toLowerCase();
  if (!/^[0-9a-f]+$/.test(hex) || hex.length < LEAST_HASH)
    return {
      kind: 'name',
      value: text.slice(0, NAME_CHARACTERS),
      hint: 'This is no block height, no hash of 64 hex characters, no address that begins with rouge1, no contract of 40 hex characters, and the name of no token, pool or collection.',
    };
  if (hex.length === HASH_CHARACTERS) return { kind: 'hash', value: hex };
  if (hex.length === CONTRACT_CHARACTERS) return { kind: 'contract', value: hex };
  if (hex.length === KEY_CHARACTERS) return { kind: 'address', value: hex };
  return {
    kind: 'unknown',
    hint: `This has ${hex.length} hex characters. A contract has 40, a transaction id or block hash 64, a public key 3,904.`,
  };
}
