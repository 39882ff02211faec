/** The routes through which nodes of other implementations take part: blocks, votes, evidence, peers (specification, Blocks and
 *  Peers; its reference, finality routes). A validator that makes blocks, a follower that hears of them over HTTP only, and a
 *  network of connected nodes. */

import { afterEach, expect, test } from 'vitest';
import { fromHex, toHex, utf8, utf8Text } from '../../engine/base/bytes.js';
import { MAX_BODY_BYTES } from '../../engine/base/limits.js';
import { isRefusal } from '../../engine/base/refusal.js';
import { encodeBlock } from '../../engine/chain/block.js';
import { parseBlockJson } from '../../engine/chain/blockJson.js';
import { encodeCertificate } from '../../engine/chain/certificate.js';
import { messageOf, type VoteIntent, type VoteJson, voteToJson } from '../../engine/chain/vote.js';
import { accountOfKey } from '../../engine/crypto/address.js';
import { nativeProtocol } from '../../engine/protocol/native.js';
import { accountTopic, type Delivery } from '../../engine/stream/audience.js';
import { keyedKeys } from '../sim/keyring.js';
import { urlOf } from '../sim/machine.js';
import { rulesOf } from '../support/chain.js';
import { type Answered, type Json, type Place, TestNetwork } from '../support/network.js';
import { testSeed } from '../support/random.js';
import { type Actor, CHAIN_ID, payloadText, transferOrder } from '../support/transactions.js';

const seed = testSeed();
const IMPORT = '/api/blocks/import';
const VOTES = '/api/finality/votes';

const maker = keyedKeys.actor('network: maker');
const other = keyedKeys.actor('network: other');
const reader = keyedKeys.actor('network: reader');
const alice = keyedKeys.actor('network: alice');

const rules = rulesOf({
  validators: [
    { actor: maker, stake: '100000' },
    { actor: other, stake: '10000' },
  ],
  allocations: [{ to: alice.address, amount: '1000' }],
});

let network: TestNetwork | undefined;

afterEach(async () => {
  if (!network) return;
  expect(network.checked).toBeGreaterThan(0);
  for (const { number: machine } of network.machines) await network.stop(machine);
  network = undefined;
});

const makes: Place = { owner: maker, mine: true, connected: false };
const follows: Place = { owner: reader, mine: false, connected: false };

/** The maker is machine 0, the follower machine 1. */
async function makerAndFollower(): Promise<TestNetwork> {
  network = new TestNetwork(rules, [makes, follows], seed);
  await network.start();
  return network;
}

const sign = (owner: Actor, message: Uint8Array): Uint8Array =>
  keyedKeys.backend.sign(message, keyedKeys.secretOf(owner), new Uint8Array(32));

const vote = (owner: Actor, intent: VoteIntent): VoteJson =>
  voteToJson({ ...intent, voterKey: owner.publicKey, signature: sign(owner, messageOf(CHAIN_ID, intent)) });

let nonces = 0;

async function pay(at: TestNetwork, machine: number): Promise<string> {
  const nonce = `network ${String(nonces++).padStart(8, '0')}`;
  const order = transferOrder({ signer: alice, timestamp: at.node(machine).now, nonce }, reader, 1_000_000_000n);
  const text = payloadText(order);
  const signature = toHex(sign(alice, utf8(text)));
  const body = `{"payload":${text},"signature":"${signature}","public_key":"${alice.keyHex}"}`;
  const { status, json } = await at.post(machine, '/api/v2/transfer', { body });
  expect(status, JSON.stringify(json)).toBe(200);
  return String(json.txId);
}

interface BlockJson extends Json {
  readonly header: Json;
  readonly txs: readonly Json[];
  readonly hash: string;
  readonly proposer_sig: string;
}

/** The block as the maker shows it; the latest one has its own certificate. */
async function blockAt(at: TestNetwork, height: number): Promise<BlockJson> {
  const { json } = await at.get(0, `/api/blocks?from_height=${height}&limit=1`);
  return (json.blocks as BlockJson[])[0] as BlockJson;
}

const seen = ({ status, json }: Answered): unknown => [status, json.code, json.error];
const send = (at: TestNetwork, body: object | string | Uint8Array): Promise<Answered> => at.post(1, IMPORT, { body });
/** Pays, and waits until it is in a block. @returns the height. */
async function paid(at: TestNetwork): Promise<number> {
  const txId = await pay(at, 0);
  for (;;) {
    const { status, json } = await at.get(0, `/api/tx/${txId}`);
    if (status === 200) return Number(json.blockHeight);
    await at.time.pass(100);
  }
}

/** Lets the follower have the chain up to a height. */
async function follow(at: TestNetwork, height: number): Promise<void> {
  for (let next = at.node(1).chain.tip.height + 1; next <= height; next++) {
    const block = await blockAt(at, next);
    const certificate = block.certificate ?? (await blockAt(at, next + 1)).parent_certificate;
    const { status, json } = await send(at, { ...block, certificate });
    expect([status, json.outcome], JSON.stringify(json)).toEqual([200, 'final']);
  }
}

const tips = (at: TestNetwork): unknown[] =>
  at.machines.map(({ number: machine }) => [at.node(machine).chain.tip.hash, toHex(at.node(machine).state.root())]);

/** Names in camelCase at every level, except inside signed texts. */
function camel(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camel);
  if (typeof value !== 'object' || value === null) return value;
  const renamed = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [renamed(name), camel(one)]));
}

test('a block with its own certificate is brought in, in every spelling; the next ones follow', async () => {
  const at = await makerAndFollower();
  await at.height(0, 1);
  const spellings: readonly ((block: BlockJson) => { body: object | Uint8Array; contentType?: string })[] = [
    (block) => ({ body: block }),
    (block) => ({ body: camel(block) as object }),
    (block) => ({ body: Object.fromEntries(Object.entries(block).reverse()) }),
    (block) => {
      const parsed = parseBlockJson(JSON.stringify(block), nativeProtocol.headerBytes);
      if (isRefusal(parsed)) throw new Error(parsed.message);
      const own = parsed.own ? encodeCertificate(parsed.own) : new Uint8Array();
      const length = [(own.length & 0x7f) | 0x80, ((own.length >> 7) & 0x7f) | 0x80, own.length >> 14];
      const field = Uint8Array.from([(5 << 3) | 2, ...length, ...own]);
      return { body: Buffer.concat([encodeBlock(parsed), field]), contentType: 'application/x-protobuf' };
    },
  ];
  for (const spelling of spellings) {
    const height = await paid(at);
    for (let next = at.node(1).chain.tip.height + 1; next <= height; next++) {
      const block = await blockAt(at, next);
      const following = await blockAt(at, next + 1);
      const whole = block.certificate ? block : { ...block, certificate: following.parent_certificate };
      const { status, json } = await at.post(1, IMPORT, spelling(whole as BlockJson));
      expect([status, json.outcome, json.hash], JSON.stringify(json)).toEqual([200, 'final', block.hash]);
    }
  }
  expect(at.node(1).chain.tip.totalTransactions).toBeGreaterThanOrEqual(spellings.length);
  const { height } = at.node(1).chain.tip;
  expect((await at.get(1, `/api/block/${height}`)).json).toEqual((await at.get(0, `/api/block/${height}`)).json);
});

test('a block without a certificate waits for votes, which come over HTTP too', async () => {
  const at = await makerAndFollower();
  await pay(at, 0);
  await at.height(0, 1);
  const { certificate, ...block } = await blockAt(at, 1);
  expect(certificate).toBeDefined();
  expect((await send(at, block)).json).toMatchObject({
    success: true,
    outcome: 'candidate',
    height: 1,
    hash: block.hash,
  });
  expect((await send(at, block)).json.outcome).toBe('known');
  expect(at.node(1).chain.tip.height).toBe(0);
  const proof = (await at.get(0, '/api/finality/1')).json.proof as Json & { precommit_votes: readonly Json[] };
  expect(proof).toMatchObject({ height: 1, round: 0, block_hash: block.hash });
  const sent = await at.post(1, VOTES, { body: proof.precommit_votes });
  expect(sent.json.results).toEqual(proof.precommit_votes.map(() => 'accepted'));
  await at.height(1, 1);
  expect(tips(at)[1]).toEqual([block.hash, block.header.state_root]);
  expect((await at.post(1, VOTES, { body: proof.precommit_votes })).json.results).toEqual(['duplicate']);
  const { json } = await at.get(1, '/api/votes?height=1');
  expect(json).toMatchObject({
    height: 1,
    totalStake: '110000',
    prevote: [],
    precommit: [{ voters: 1, stake: '100000' }],
  });
  expect((await at.get(1, '/api/finality')).json).toMatchObject({ finalizedHeight: 1, tipHeight: 1 });
  expect((await at.get(1, '/api/stats')).json).toMatchObject({ finalized_height: 1, is_validator: false });
});

test('what is wrong with a block is told in the order of the specification, and the right one is taken after all', async () => {
  const at = await makerAndFollower();
  await at.height(0, 1);
  const height = await paid(at);
  await follow(at, height - 1);
  const foreignAt = await paid(at);
  const [first, second] = [await blockAt(at, height), await blockAt(at, height + 1)];
  const { header } = first;
  const [tx = {}] = first.txs;
  const [foreign = {}] = (await blockAt(at, foreignAt)).txs;
  const spoilt = (hex: unknown): string => String(hex).replace(/^../, (two) => (two === 'ab' ? 'cd' : 'ab'));
  const signed = (changes: Json): Json => {
    const changed = { ...header, ...changes };
    const text = utf8(JSON.stringify(changed));
    return { ...first, hash: undefined, header: changed, proposer_sig: toHex(sign(maker, text)) };
  };
  const proven = second.parent_certificate as Json & { readonly precommit_votes: readonly Json[] };
  const forged = {
    ...proven,
    precommit_votes: proven.precommit_votes.map((one) => ({ ...one, signature: spoilt(one.signature) })),
  };
  const cases: readonly (readonly [object | string, number, string, RegExp])[] = [
    ['[]', 400, 'malformed_body', /not a JSON object/],
    ['{"txs":[', 400, 'malformed_body', /./],
    ['', 400, 'malformed_body', /not a JSON object/],
    [{ ...first, txs: undefined }, 400, 'malformed_body', /txs must be a list/],
    [{ ...first, txs: {} }, 400, 'malformed_body', /txs must be a list/],
    [{ ...first, header: { ...header, height: '1' } }, 400, 'malformed_body', /height/],
    [{ ...first, header: { ...header, colour: 'red' } }, 400, 'malformed_body', /colour/],
    [{ ...first, header: { ...header, prevHash: header.prev_hash } }, 400, 'malformed_body', /prev_hash twice/],
    [{ ...first, proposer_sig: 'x' }, 400, 'malformed_body', /proposer_sig/],
    [`{"hash":1,"hash":2,"txs":[]}`, 400, 'malformed_body', /"hash" twice/],
    [second, 409, 'block_conflict', new RegExp(`^Block height ${height + 1} doesn't extend tip height ${height - 1}$`)],
    [signed({ prev_hash: second.hash }), 409, 'block_conflict', /^Block prev_hash doesn't match our tip$/],
    [{ ...first, proposer_sig: spoilt(first.proposer_sig) }, 401, 'invalid_signature', /^Invalid proposer signature/],
    [{ ...first, hash: spoilt(first.hash) }, 409, 'block_conflict', /^Block hash mismatch$/],
    [signed({ proposer_pub_key: other.keyHex }), 401, 'invalid_signature', /^Invalid proposer signature/],
    [signed({ chain_id: 'elsewhere' }), 409, 'block_conflict', /^block \d+ rejected: it belongs to chain elsewhere/],
    [signed({ time: Number(header.time) + 3_600_000 }), 409, 'block_conflict', /in the future/],
    [{ ...first, txs: [{ ...tx, sig: spoilt(tx.sig) }] }, 401, 'invalid_signature', /^Block has 1 invalid tx sig/],
    [{ ...first, txs: [{ ...tx, sig: 7 }] }, 400, 'malformed_body', /^tx #0: /],
    [{ ...first, txs: [1] }, 400, 'malformed_body', /^tx #0: /],
    [{ ...first, txs: [] }, 409, 'block_conflict', /tx_hash does not match its transactions/],
    [{ ...first, certificate: undefined, txs: [foreign] }, 409, 'block_conflict', /tx_hash does not match/],
    [
      { ...signed({ state_root: '0'.repeat(64) }), certificate: second.parent_certificate },
      400,
      'rule_violation',
      /its own certificate/,
    ],
    [{ ...first, certificate: { ...proven, precommit_votes: [] } }, 400, 'rule_violation', /two thirds of the stake/],
    [{ ...first, certificate: forged }, 401, 'invalid_signature', /its own certificate/],
  ];
  for (const [body, status, code, sentence] of cases)
    expect(seen(await send(at, body)), JSON.stringify(body).slice(0, 300)).toEqual([
      status,
      code,
      expect.stringMatching(sentence),
    ]);
  expect(seen(await send(at, new Uint8Array(MAX_BODY_BYTES + 1)))).toEqual([
    413,
    'too_large',
    expect.stringContaining(String(MAX_BODY_BYTES)),
  ]);
  expect(seen(await at.post(1, IMPORT, { body: 'x', contentType: 'text/plain' }))).toEqual([
    415,
    'unsupported_media_type',
    expect.any(String),
  ]);
  expect(seen(await at.post(1, IMPORT, { body: 'x', contentType: 'application/x-protobuf' }))).toEqual([
    400,
    'malformed_body',
    expect.any(String),
  ]);
  expect(at.node(1).chain.tip.height).toBe(height - 1);
  const own = second.parent_certificate;
  expect((await send(at, { ...first, certificate: own })).json.outcome).toBe('final');
  await follow(at, foreignAt);
  const { hash, header: last } = await blockAt(at, foreignAt);
  expect(tips(at)[1]).toEqual([hash, last.state_root]);
  expect(cases.length).toBe(25);
});

test('votes are judged one by one', async () => {
  const at = await makerAndFollower();
  const blockHash = 'ab'.repeat(32);
  const prevote = vote(maker, { type: 'prevote', height: 1, round: 0, blockHash });
  const wrong = { ...prevote, signature: prevote.signature.replace(/^../, 'ff') };
  const stranger = vote(alice, { type: 'prevote', height: 1, round: 0, blockHash });
  const later = vote(maker, { type: 'prevote', height: 2, round: 0, blockHash });
  const far = vote(maker, { type: 'prevote', height: 9, round: 0, blockHash });
  const { json } = await at.post(1, VOTES, {
    body: [prevote, wrong, stranger, far, { ...prevote, height: 'x' }, 7, null, later],
  });
  expect(json.results).toEqual([
    ...['accepted', 'rejected', 'rejected', 'rejected', 'rejected', 'rejected', 'rejected'],
    expect.stringMatching(/accepted|not_ready/),
  ]);
  expect((await at.post(1, VOTES, { body: [prevote] })).json.results).toEqual(['duplicate']);
  const { json: kept } = await at.get(1, '/api/votes?height=1');
  expect(kept.prevote).toEqual([{ blockHash, round: 0, voters: 1, stake: '100000', addresses: [maker.address] }]);
  for (const body of ['[]', JSON.stringify(Array.from({ length: 65 }, () => prevote))])
    expect(seen(await at.post(1, VOTES, { body }))).toEqual([400, 'malformed_body', '1..=64 votes per request']);
  for (const body of ['{}', '[', 'x', ''])
    expect(seen(await at.post(1, VOTES, { body }))).toEqual([400, 'malformed_body', expect.any(String)]);
  expect(seen(await at.post(1, VOTES, { body: new Uint8Array(1024 * 1024 + 1) }))).toEqual([
    413,
    'too_large',
    expect.any(String),
  ]);
  for (const height of [0, 3]) expect((await at.get(1, `/api/votes?height=${height}`)).status).toBe(404);
});

test('one vote in the older spelling is judged too', async () => {
  const at = await makerAndFollower();
  const {
    block_hash: blockHash,
    voter_pub_key: voterPubKey,
    vote_type: type,
    ...rest
  } = vote(maker, {
    ...{ type: 'prevote', height: 1, round: 0, blockHash: 'cd'.repeat(32) },
  });
  const body = { type, blockHash, voterPubKey, ...rest };
  const submit = (one: object): Promise<Answered> => at.post(1, '/api/votes/submit', { body: one });
  expect((await submit(body)).json).toEqual({ success: true, result: 'accepted' });
  expect((await submit(body)).json).toEqual({ success: true, result: 'duplicate' });
  expect(seen(await submit({ ...body, voterPubKey: alice.keyHex }))).toEqual([
    400,
    'rule_violation',
    expect.any(String),
  ]);
  expect(seen(await submit({}))).toEqual([400, 'malformed_body', expect.any(String)]);
});

test('the signatures that one sender can make the node check are bounded; another sender is not affected', async () => {
  const at = await makerAndFollower();
  const bad = Array.from({ length: 64 }, (_, index) => ({
    ...vote(maker, {
      type: 'prevote',
      height: 1,
      round: 0,
      blockHash: toHex(Uint8Array.from({ length: 32 }, () => index)),
    }),
    signature: '00'.repeat(3_309),
  }));
  let taken = 0;
  let answer: Answered;
  do {
    answer = await at.post(1, VOTES, { body: bad, from: '203.0.113.7' });
    if (answer.status === 200) taken++;
  } while (answer.status === 200 && taken < 100);
  expect(seen(answer)).toEqual([429, 'rate_limited', expect.stringContaining('vote verification budget exhausted')]);
  expect(taken).toBeGreaterThanOrEqual(2);
  expect(taken).toBeLessThan(5);
  const good = vote(maker, { type: 'prevote', height: 1, round: 0, blockHash: 'ee'.repeat(32) });
  expect((await at.post(1, VOTES, { body: [good], from: '198.51.100.7' })).json.results).toEqual(['accepted']);
  await at.time.pass(10_000);
  expect((await at.post(1, VOTES, { body: bad, from: '203.0.113.7' })).status).toBe(200);
});

test('both texts of an equivocation are kept over a restart, and health speaks of it', async () => {
  const at = await makerAndFollower();
  expect((await at.get(1, '/api/evidence')).json).toEqual({ success: true, evidence: [], count: 0 });
  const [one, two] = ['11', '22'].map((byte) =>
    vote(other, { type: 'precommit', height: 1, round: 0, blockHash: byte.repeat(32) }),
  );
  await at.post(1, VOTES, { body: [one, two] });
  const { json } = await at.get(1, '/api/evidence');
  expect(json).toMatchObject({
    count: 1,
    evidence: [
      { kind: 'votes', height: 1, signer_pub_key: other.keyHex, signer_address: other.address, votes: [one, two] },
    ],
  });
  expect(at.node(1).evidence.recentHeight).toBe(1);
  await at.stop(1);
  await at.start(1);
  expect((await at.get(1, '/api/evidence')).json).toEqual(json);
  expect(at.node(1).evidence.recentHeight).toBeUndefined();
  const stranger = ['33', '44'].map((byte) =>
    vote(alice, { type: 'precommit', height: 1, round: 0, blockHash: byte.repeat(32) }),
  );
  expect((await at.post(1, VOTES, { body: stranger })).json.results).toEqual(['rejected', 'rejected']);
  expect((await at.get(1, '/api/evidence')).json.count).toBe(1);
});

test('connected nodes show each other, and take addresses of others', async () => {
  const connected = (owner: Actor, mine: boolean): Place => ({ owner, mine, connected: true });
  network = new TestNetwork(rules, [connected(maker, true), connected(other, true), connected(reader, false)], seed);
  const at = network;
  await at.start();
  await at.height(2, 2);
  const { json } = await at.get(2, '/api/peers');
  expect([...(json.peers as string[])].sort()).toEqual(expect.arrayContaining([urlOf(0), urlOf(1)]));
  const details = json.details as (Json & { readonly validator: boolean })[];
  expect(details.map(({ node_name }) => node_name).sort()).toEqual(['machine 0', 'machine 1']);
  expect(details.every(({ validator }) => validator)).toBe(true);
  const stats = (await at.get(2, '/api/stats')).json;
  expect(stats).toMatchObject({
    connected_peers: 2,
    peers: 2,
    syncing: false,
    is_validator: false,
    finalized_height: stats.height,
  });
  expect((await at.get(1, '/api/stats')).json.is_validator).toBe(true);
  expect((await at.get(2, '/api/health')).json).toMatchObject({ peers: 2, syncing: false });
  const register = (body: object): Promise<Answered> => at.post(2, '/api/peers/register', { body });
  const fresh = { peerUrl: ' https://New.Example:443 ', nodeName: 'fresh' };
  expect((await register(fresh)).json).toEqual({ success: true, message: 'Peer registered' });
  expect((await register({ peerUrl: 'https://new.example/api/' })).json.message).toBe('Peer already known');
  expect((await register({ peerUrl: urlOf(2) })).json.message).toBe('Peer already known');
  const { json: known } = await at.get(2, '/api/peers');
  expect(known.peer_details).toContainEqual({ url: 'https://new.example/api', node_name: 'fresh' });
  expect(known.count).toBe((known.peers as string[]).length);
  for (const peerUrl of [
    '',
    'x',
    'ftp://a.example/api',
    'https://u:p@a.example/api',
    `https://${'a'.repeat(600)}.example/api`,
  ])
    expect(seen(await register({ peerUrl })), peerUrl).toEqual([400, 'malformed_parameter', expect.any(String)]);
  for (const body of [{}, { peerUrl: 7 }, { peerUrl: 'https://a.example/api', nodeName: 7 }])
    expect(seen(await register(body))).toEqual([400, 'malformed_body', expect.any(String)]);
  for (const { number: machine } of at.machines)
    expect((await at.get(machine, '/api/finality')).json.success).toBe(true);
});

test('a node that stands alone takes no addresses', async () => {
  const at = await makerAndFollower();
  const { json } = await at.get(0, '/api/peers');
  expect(json).toMatchObject({ peers: [], count: 0, details: [], bans: [], network_height: null });
  const answer = await at.post(0, '/api/peers/register', { body: { peerUrl: 'https://a.example/api' } });
  expect(seen(answer)).toEqual([403, 'not_authorized', expect.stringContaining('stands alone')]);
});

test('a transaction that expired or lost its place says so', async () => {
  const at = await makerAndFollower();
  const txId = await pay(at, 0);
  const id = Buffer.from(fromHex(txId) ?? []).toString('latin1');
  const { mempool } = at.node(0);
  const [held] = [...mempool.items()];
  expect(held?.transaction.id).toBe(id);
  const heard: Json[] = [];
  const listener = {
    deliver: (events: readonly Delivery[]) => {
      for (const { bytes } of events) heard.push(JSON.parse(utf8Text(bytes)) as Json);
    },
    overrun: () => {},
  };
  at.node(0).hub.add(listener);
  at.node(0).hub.subscribe(listener, [accountTopic(accountOfKey(alice.publicKey))]);
  expect(mempool.expire(at.node(0).now + 400_000)).toBe(1);
  expect(seen(await at.get(0, `/api/tx/${txId}`))).toEqual([410, 'expired', expect.stringContaining('in no block')]);
  const { seq, ...event } = heard.find(({ type }) => type === 'transaction_dropped') ?? {};
  expect(event).toEqual({
    ...{ type: 'transaction_dropped', tx_hash: txId, from: alice.address, code: 'expired' },
    error: expect.stringContaining('in no block'),
  });
  expect(seq).toBe(at.node(0).hub.sequence);
  expect(seen(await at.get(0, `/api/tx/${txId}/receipt`))).toEqual([410, 'expired', expect.any(String)]);
});
