/** Which refusals an endpoint can answer with: those its definition names, and those that follow from its shape.
 *
 *  In: the description of a route. Out: codes, for the document, for the reference page, and for the tests that compare real
 *  answers with them. */

import { type RefusalCode, refusalCodes, refusalStatus } from '../../engine/base/refusal.js';
import { asksForKey } from '../limits/apiKeys.js';
import { OPERATOR_PATHS, requestClass } from '../limits/gate.js';
import { readsChain } from '../routing/heights.js';
import type { RouteDescription } from '../routing/route.js';
import { Type } from '../routing/schema.js';

/** What each code means for the client that gets it. */
export const refusalMeaning: Readonly<Record<RefusalCode, string>> = {
  host_ambiguous: 'The request has more than one Host.',
  malformed_body: 'The body is not the JSON that this endpoint takes.',
  malformed_payload: 'A member of the signed payload is missing or is not what it must be.',
  malformed_parameter: 'A parameter of the path or the query is missing, repeated, or not what it must be.',
  invalid_amount: 'An amount is missing, negative, zero, out of range, or has more digits than its unit.',
  invalid_recipient: 'The recipient is missing, is no account, or cannot receive this.',
  operation_mismatch: 'The payload was signed for another operation than that of the endpoint.',
  operation_unknown: 'No operation has this name.',
  chain_id_mismatch: 'The payload was signed for another network, or has to name the network and does not.',
  derived_field_mismatch: 'A member beside the signed text says something else than the signed text.',
  insufficient_balance: 'The signer cannot pay the amount and the fee, of signed bytes above the allowance too.',
  rule_violation: 'The request breaks a rule of the network; the sentence says which.',
  invalid_image: 'The picture is broken, or in a format that the node does not take.',
  invalid_contract: 'The code cannot be a contract: the sentence says where and which rule or limit.',
  invalid_signature: 'Key or signature has the wrong form, or the signature is not of these bytes by this key.',
  timestamp_window: 'The timestamp is missing or more than five minutes away from the clock of the node.',
  from_mismatch: 'The payload names another sender than the key that signed it.',
  nonce_missing: 'The nonce is missing, too short or too long.',
  nonce_used: 'This key has used the nonce before, or account_nonce is not the next one.',
  not_authorized: 'The signer may not do this.',
  suspended: 'This type of transaction is suspended on the network.',
  faucet_disabled: 'This node or its network has no faucet.',
  faucet_restricted: 'The faucet of this node pays a list of accounts, and the recipient is not on it.',
  api_key_required: 'The node asks for one of its API keys in X-API-Key here.',
  api_key_invalid: 'The API key in X-API-Key is none of this node.',
  public_edge: 'The node is a public edge of its network and leaves this endpoint to its operators.',
  legacy_endpoint: 'The endpoint is gone; the sentence names what has replaced it.',
  rate_limited: 'The client has used up its requests of this minute; Retry-After says when to come back.',
  events_pruned: 'Events of that number are not kept any more; the answer names the oldest that are.',
  pruned:
    'This node does not keep what was asked for: it does not have old blocks (it drops them, or began with a snapshot of the state), or holds no older state. `lowest_height` is the lowest height that it answers for.',
  expired: 'The transaction waited until its timestamp window ended: it is in no block and never will be.',
  not_found: 'There is nothing under this name, or not yet.',
  route_not_found: 'There is no endpoint at this path.',
  method_not_allowed: 'The endpoint answers other methods; the Allow header names them.',
  already_exists: 'A token, pool or collection of that name is there already.',
  replaced:
    'Another transaction with a higher priority_fee has taken its place before a block: of the same signer, or one that wants the same name, id or display name. It is in no block; sign it again with more, or wait for what the block decides.',
  block_conflict: 'The block does not extend the chain of this node.',
  too_large: 'The body, its signed bytes or the picture in it are larger than the limit.',
  unsupported_media_type: 'The body has another media type than the endpoint takes.',
  host_unknown: 'The node answers its own machine only, and the Host of the request is none of its names.',
  faucet_cooldown: 'The recipient was paid a short while ago.',
  faucet_balance: 'The recipient has too much to be paid by the faucet.',
  faucet_pending: 'A payment of the faucet to this recipient is already on its way.',
  sender_limit:
    'The signer has too many pending transactions, or too many bytes of them: wait for a block. Or too many requests of it wait for verification: try again after Retry-After.',
  internal: 'A fault of the node. The operator finds it in the log; nothing of it is shown.',
  busy: 'The node has more to do than it can take in.',
  mempool_full:
    'The mempool is full of transactions that pay no less for their size: raise priority_fee, or try again later.',
  stopping: 'The node is shutting down.',
  not_producing:
    'The node produces no blocks at present, so that it takes no transactions; or its clock was set forward a moment ago, and its blocks are not dated by the new time yet.',
  no_authority:
    "The key of this node is no authority of the network's bridge, so it signs nothing for it; the sentence names a node that does when this one knows one.",
  height_not_reached: 'The node does not have the block that `min_height` asks for, not even after a short wait.',
  unconfirmed:
    'No other node has confirmed that it holds the transaction. It waits here and may still be included: send the same bytes again, or ask for what became of its id, before another is signed in its place.',
};

/** The member `code` of a failure. */
export const Code = Type.Enum([...refusalCodes], { title: 'RefusalCode', description: 'What a program goes by' });

/** Refusals before a route is looked up and before anything is counted. */
export const beforeRouting: readonly RefusalCode[] = ['host_ambiguous', 'host_unknown'];

/** Refusals of the gate and the router before a handler, and of a busy store after it. */
function impliedRefusals(route: RouteDescription): readonly RefusalCode[] {
  const { method, path, params, query, body, counts } = route;
  const hasHeight = readsChain(route);
  const isFree = counts === 'free';
  const asksKey = !isFree && asksForKey(path, requestClass(method, counts) === 'read');
  return [
    ...beforeRouting,
    ...(params || query || hasHeight ? (['malformed_parameter'] as const) : []),
    ...(hasHeight ? (['height_not_reached', 'stopping'] as const) : []),
    ...(body === undefined ? [] : (['unsupported_media_type', 'too_large'] as const)),
    ...(body === undefined || body === 'raw' ? [] : (['malformed_body'] as const)),
    ...(asksKey ? (['api_key_required'] as const) : []),
    ...(OPERATOR_PATHS.has(path) ? (['public_edge'] as const) : []),
    ...(isFree ? [] : (['api_key_invalid', 'rate_limited'] as const)),
    'busy',
    'internal',
  ];
}

/** @returns codes, each once, in the order of the list of all codes. */
export function refusalsOf(route: RouteDescription): readonly RefusalCode[] {
  const { deprecated, params, refusals = [] } = route;
  // A deprecated endpoint answers that it is gone, whatever is sent, and needs no key.
  const possible = new Set([
    ...(deprecated ? ([...beforeRouting, 'rate_limited', 'internal'] as const) : impliedRefusals(route)),
    ...(params ? (['malformed_parameter'] as const) : []),
    ...refusals,
  ]);
  return refusalCodes.filter((code) => possible.has(code));
}

/** @returns statuses in ascending order, each with its codes. */
export function byStatus(codes: readonly RefusalCode[]): ReadonlyMap<number, readonly RefusalCode[]> {
  const statuses = [...new Set(codes.map((code) => refusalStatus[code]))].sort((a, b) => a - b);
  return new Map(statuses.map((status) => [status, codes.filter((code) => refusalStatus[code] === status)]));
}
