/** Links that tokens, collections and NFTs carry: texts that a wallet may show as a link without running or hiding anything.
 *
 *  Only the characters decide, so that every node decides alike, whatever its runtime knows about hosts. */

/** Host and port, without a user; then what RFC 3986 allows in path, query and fragment. */
const REST = String.raw`[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?(?::\d{1,5})?(?:[/?#][A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]*)?`;
const HTTPS = new RegExp(`^https://${REST}$`);
/** A content identifier, and a path after it. */
const IPFS = /^ipfs:\/\/[A-Za-z0-9][A-Za-z0-9\-._~/?#=&%]*$/;

export const isHttpsLink = (text: string): boolean => HTTPS.test(text);
/** https, or content on IPFS, which no server can change. */
export const isContentLink = (text: string): boolean => HTTPS.test(text) || IPFS.test(text);

const HTTPS_RULE = 'without user name, spaces and characters that a link must write with %';

/** Why a member is not a link; undefined for a link, and for an absent or empty text. */
export const linkProblem = (name: string, text: string | undefined): string | undefined =>
  !text || isHttpsLink(text) ? undefined : `${name} must be a link that begins with https://, ${HTTPS_RULE}`;

/** The same for a member that may also be an IPFS link. */
export const contentLinkProblem = (name: string, text: string | undefined): string | undefined =>
  !text || isContentLink(text)
    ? undefined
    : `${name} must be a link that begins with https:// or ipfs://, ${HTTPS_RULE}`;
