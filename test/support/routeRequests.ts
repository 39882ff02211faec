/** A good request for any route of the table, made from what the route and its kind of transaction declare. So a test that
 *  asks every route covers a new one automatically. */

import { randomUUID } from 'node:crypto';
import { exampleOf } from '../../api/openapi/examples.js';
import type { RouteDescription } from '../../api/routing/route.js';
import type { JsonValue } from '../../engine/base/json.js';
import { sha256 } from '../../engine/crypto/sha256.js';
import { deployedAddress } from '../../engine/ledger/contracts.js';
import { kinds } from '../../engine/ledger/kinds/index.js';
import type { MemberType } from '../../engine/ledger/payload.js';
import { serviceKindOf } from '../../engine/services/kinds/index.js';
import { walletMembers } from './directoryOrders.js';
import { noteMade, particularServices, serviceOfRoute } from './serviceRequests.js';
import { envelope, type Members, number, payloadText, type Signed, signed, signText } from './signedRequests.js';
import type { Actor, SigningActor } from './transactions.js';
import { assemble, ModuleBuilder } from './wasm/encoder.js';

/** XRGE that satisfies every rule about minimum amounts. */
const AMOUNT = 20_000;

const good: Readonly<Record<MemberType, (recipient: Actor) => JsonValue>> = {
  account: (recipient) => recipient.address,
  text: () => 'text',
  symbol: () => 'XRGE',
  xrge: () => number(AMOUNT),
  units: () => number(AMOUNT),
  amount: () => number(AMOUNT),
  integer: () => number(1),
  flag: () => true,
  texts: () => ['text'],
  symbols: () => ['XRGE', 'GOLD'],
  json: () => new Map([['colour', 'red']]),
  jsons: () => [null],
};

/** The collection that good requests of a signer are about. */
export const goodCollection = (signer: Actor): string => `col:${signer.keyHex.slice(0, 16)}:ART`;

/** The name that good requests of a signer are about. */
export const goodName = (signer: Actor): string => `name_${signer.address.slice(-12)}`;

/** A contract with one method, which emits an event. */
const CONTRACT: Uint8Array = (() => {
  const module = new ModuleBuilder();
  const emit = module.importFunction('host_emit_event', ['i32', 'i32', 'i32', 'i32'], []);
  module.memory(1, 1, 'memory');
  module.func({ exported: 'ping' }, assemble(`i32.const 0 i32.const 1 i32.const 0 i32.const 1 call ${emit}`));
  return module.finish();
})();

const deployed = new Map<string, string>();

/** The contract that the latest good deploy of a signer makes. */
export const goodContract = (signer: Actor): string => deployed.get(signer.keyHex) ?? '0'.repeat(40);

function goodDeploy(signer: Actor): Members {
  const nonce = `a good deploy ${randomUUID()}`;
  deployed.set(signer.keyHex, deployedAddress(signer.keyHex, nonce, sha256(CONTRACT)));
  return { wasm: Buffer.from(CONTRACT).toString('base64'), nonce };
}

/** Members that do not follow from a type: each operation uses what the operations before it, in the order of the kinds,
 *  created. There must be a token GOLD, of which both accounts hold enough, and the signer's token ZINC without metadata;
 *  the recipient allows the signer to move GOLD. */
const particular: Readonly<Record<string, (signer: Actor, recipient: Actor) => Members>> = {
  create_token: () => ({ symbol: 'COPPER', mintable: true }),
  mint_tokens: () => ({ token_symbol: 'COPPER' }),
  update_token_metadata: () => ({ token_symbol: 'COPPER', description: 'text' }),
  claim_token_metadata: () => ({ token_symbol: 'ZINC' }),
  approve: () => ({ token_symbol: 'COPPER' }),
  transfer_from: (_, recipient) => ({ owner: recipient.address, token_symbol: 'GOLD' }),
  token_freeze: () => ({ token_symbol: 'COPPER' }),
  create_pool: () => ({ token_a: 'GOLD', token_b: 'XRGE' }),
  add_liquidity: () => ({ pool_id: 'GOLD-XRGE' }),
  remove_liquidity: () => ({ pool_id: 'GOLD-XRGE', lp_amount: number(1_000_000) }),
  swap: () => ({ token_in: 'GOLD', token_out: 'XRGE' }),
  nft_create_collection: () => ({ symbol: 'ART' }),
  nft_mint: (signer) => ({ collectionId: goodCollection(signer) }),
  nft_batch_mint: (signer) => ({ collectionId: goodCollection(signer), names: ['second', 'third'] }),
  nft_transfer: (signer) => ({ collectionId: goodCollection(signer), tokenId: number(1) }),
  nft_burn: (signer) => ({ collectionId: goodCollection(signer), tokenId: number(2) }),
  nft_lock: (signer) => ({ collectionId: goodCollection(signer), tokenId: number(3) }),
  nft_freeze_collection: (signer) => ({ collectionId: goodCollection(signer) }),
  contract_deploy: goodDeploy,
  contract_call: (signer) => ({ contractAddr: goodContract(signer), method: 'ping' }),
  register_wallet: (signer) => walletMembers(signer, `Wallet of ${signer.address.slice(-12)}`),
  register_name: (signer) => ({ name: goodName(signer), walletId: signer.keyHex }),
  release_name: (signer) => ({ name: goodName(signer) }),
};

/** The required members of a good payload of an operation. */
export function goodMembers(operation: string, signer: Actor, recipient: Actor): Members {
  const kind = kinds.find(({ name }) => name === operation) ?? serviceKindOf(operation);
  const needed = (kind?.members ?? []).filter(({ required }) => required);
  return {
    type: operation,
    ...Object.fromEntries(needed.map(({ name, type }) => [name, good[type](recipient)])),
    ...(particular[operation] ?? particularServices[operation])?.(signer, recipient),
  };
}

/** The operation of the chain that a route takes signed; undefined for a route that takes no signed transaction. */
export function operationOfRoute({ path }: Pick<RouteDescription, 'path'>): string | undefined {
  if (path === '/api/tx/broadcast') return 'transfer';
  if (path === '/api/v2/contract/deploy') return 'contract_deploy';
  return kinds.find(({ route }) => route === path)?.name;
}

/** The body around a signed payload as its route accepts it. */
export function signedBody(
  { path }: RouteDescription,
  signer: SigningActor,
  { text, signature }: Pick<Signed, 'text' | 'signature'>,
): string {
  if (path !== '/api/tx/broadcast') return envelope(text, signature, signer.keyHex);
  const operation = operationOfRoute({ path } as RouteDescription);
  return JSON.stringify({ tx_type: operation, from_pub_key: signer.keyHex, sig: signature, signed_payload: text });
}

/** A request of a service, whose record later ones may name. */
function serviceBody(kind: string, signer: SigningActor, recipient: Actor): string {
  const { body, txId } = signed(signer, goodMembers(kind, signer, recipient));
  noteMade(signer, kind, txId);
  return body;
}

/** A body that the route accepts, whether the chain's state allows it or not. */
export function goodBody(route: RouteDescription, signer: SigningActor, recipient: Actor): string {
  const operation = operationOfRoute(route);
  if (operation !== undefined)
    return signedBody(route, signer, signText(signer, payloadText(signer, goodMembers(operation, signer, recipient))));
  const service = serviceOfRoute(route);
  if (service) return serviceBody(service.name, signer, recipient);
  if (route.path === '/api/v2/contract/call')
    return JSON.stringify({ contractAddr: goodContract(signer), method: 'ping' });
  if (route.path === '/api/faucet') return JSON.stringify({ recipientPublicKey: recipient.keyHex });
  const schema = route.body === 'raw' ? route.bodyShape : route.body;
  return JSON.stringify(exampleOf({ ...schema }, () => ({})));
}
