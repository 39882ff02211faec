/** What a reader has to know before the first request: one text for the document and the reference page.
 *
 *  Text between backticks is code; there is no other markup. */

import { XRGE_DECIMALS } from '../../engine/base/amounts.js';
import {
  MAX_BODY_BYTES,
  MAX_JSON_DEPTH,
  MAX_SIGNED_BYTES,
  NONCE_BYTES,
  TIMESTAMP_WINDOW_MS,
} from '../../engine/base/limits.js';
import type { RefusalCode } from '../../engine/base/refusal.js';

/** One step of the order in which a signed request is checked. */
export interface Check {
  readonly what: string;
  /** Codes of a request that fails here. */
  readonly codes: readonly RefusalCode[];
}

export interface Section {
  /** Anchor on the page. */
  readonly id: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly sample?: string;
  readonly checks?: readonly Check[];
}

const MIB = 1024 * 1024;
const WINDOW = `${TIMESTAMP_WINDOW_MS / 60_000} minutes`;

/** The checks in order. The first one that fails determines the answer. */
const envelopeChecks: readonly Check[] = [
  {
    what: `The body is a JSON object with \`payload\`, \`signature\` and \`public_key\`; no key comes twice, nothing nests deeper than ${MAX_JSON_DEPTH} levels, and no more bytes are signed than the operation takes.`,
    codes: ['malformed_body', 'too_large'],
  },
  { what: 'The signature is of the signed bytes, by the key.', codes: ['invalid_signature'] },
  { what: `\`payload.timestamp\` lies within ${WINDOW} of the clock of the node.`, codes: ['timestamp_window'] },
  { what: '`payload.from` is the signing key.', codes: ['from_mismatch'] },
  {
    what: `\`payload.nonce\` is text of ${NONCE_BYTES.min} to ${NONCE_BYTES.max} bytes that this key has not used before.`,
    codes: ['nonce_missing', 'nonce_used'],
  },
  {
    what: 'The payload is meant for this operation and this network, and its members are what they must be.',
    codes: ['operation_mismatch', 'chain_id_mismatch', 'malformed_payload', 'invalid_amount', 'invalid_recipient'],
  },
  {
    what: 'The signer may do this and can pay for it on the state after the latest block.',
    codes: ['not_authorized', 'insufficient_balance', 'rule_violation'],
  },
];

const sample = `{
  "payload": {
    "type": "transfer",
    "to": "rouge1...",
    "amount": 1.5,
    "token": "XRGE",
    "from": "<public key in hex>",
    "timestamp": 1767225600000,
    "nonce": "5f0c3a9e1b7d42868c1e90ab34cd56ef"
  },
  "signature": "<hex>",
  "public_key": "<hex>"
}`;

export const guide: readonly Section[] = [
  {
    id: 'signed-requests',
    title: 'Signed requests',
    paragraphs: [
      'Every change of the chain is a signed request: a payload, an ML-DSA-65 signature (FIPS 204) over it and the public key. Private keys never leave the client.',
      'The signed bytes are the payload as compact JSON in UTF-8, keys sorted at every level, arrays in their order. A client that signed other bytes sends them in hex as `payload_bytes_hex`; they must parse to the same value as `payload`, and they alone are executed.',
      'Sorted as `JSON.stringify` of a sorted object writes them: names that are whole numbers first, by their value, then the others by UTF-16 code units. Strings are written with the fewest escapes, numbers keep their digits: 1.0 stays 1.0. A client in another language is on the safe side with `payload_bytes_hex`.',
      `Each operation says how many signed bytes it takes, ${MAX_SIGNED_BYTES / MIB} MiB at most; the largest body of each endpoint stands beside it, and none is larger than ${MAX_BODY_BYTES / MIB} MiB. The answer names the transaction: \`txId\` is the SHA-256 of the key and the signed bytes, in hex. It is included when \`GET /api/tx/{hash}\` finds it or the WebSocket tells of it.`,
    ],
    sample,
  },
  {
    id: 'fees',
    title: 'Fees',
    paragraphs: [
      'A transaction pays the fee of its operation, its `priority_fee`, and for each signed byte above an allowance. `GET /api/fee` names all of them. The allowance holds every ordinary request; what an image or members that no operation knows take above it is paid for, in a faucet request too.',
      'Where a block or the mempool is short of room, transactions go by their `priority_fee` for each allowance of signed bytes that they begin.',
    ],
  },
  {
    id: 'order-of-checks',
    title: 'Order of the checks',
    paragraphs: ['A signed request is checked in this order. The first check that fails is the one that is answered.'],
    checks: envelopeChecks,
  },
  {
    id: 'amounts',
    title: 'Amounts',
    paragraphs: [
      `An amount of XRGE is a decimal number with at most ${XRGE_DECIMALS} decimals; an amount of another token is a whole number of its base units. Either is a JSON number, or its decimal text for what a client's numbers do not hold: 12.5 and "12.5" are the same. Amounts are read from the digits that were signed, so nothing is rounded, and more digits than the unit has are refused.`,
      'In answers a JSON number stands beside its exact text: `<name>_quanta` for XRGE (1 XRGE is 1,000,000,000 quanta), `<name>_units` for other tokens. Where no double holds an amount, the number is rounded to the safe side: what is owned, moved or offered down, so that a client can send it back as it is, and what must be paid or held (a fee, a price) up.',
      'A client that computes a bound of its own, such as the least amount that it wants from a swap, rounds it to the safe side too, or computes with the exact text.',
    ],
  },
  {
    id: 'failures',
    title: 'Failures',
    paragraphs: [
      'A failure is always `{"success": false, "error": "a sentence", "code": "a_code"}` with the HTTP status of its code. Programs go by the code, people by the sentence. Statuses 429 and 503 come with `Retry-After` in seconds when a later try can succeed.',
      'A path without an endpoint is answered `route_not_found`, an endpoint asked with another method `method_not_allowed` and an `Allow` header.',
    ],
  },
];

const checkLine = ({ what, codes }: Check, index: number): string =>
  `${index + 1}. ${what} (${codes.map((code) => `\`${code}\``).join(', ')})`;

/** The guide as Markdown, for the description of the document. */
export const guideMarkdown = (): string =>
  guide
    .map(({ title, paragraphs, sample: code, checks }) =>
      [
        `## ${title}`,
        ...paragraphs,
        ...(code === undefined ? [] : [`\`\`\`json\n${code}\n\`\`\``]),
        ...(checks === undefined ? [] : [checks.map(checkLine).join('\n')]),
      ].join('\n\n'),
    )
    .join('\n\n');
