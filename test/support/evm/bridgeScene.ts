/** A node with its whole bridge: contracts on a real EVM chain behind three providers, a regtest chain of Bitcoin behind two Esplora servers, and
 *  the node's own key as authority. */

import { randomBytes } from 'node:crypto';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { toHex, utf8 } from '../../../engine/base/bytes.js';
import { canonicalJson, type JsonValue } from '../../../engine/base/json.js';
import { claimText } from '../../../engine/bridge/evm/claimSignature.js';
import type { EvmCoin } from '../../../engine/bridge/evm/contracts.js';
import { addressOfKey } from '../../../engine/crypto/address.js';
import { CheckedApi } from '../checkedApi.js';
import { DepositScene } from '../depositScene.js';
import { EsploraServer } from '../esploraServer.js';
import { JSON_HEADERS } from '../httpClient.js';
import { type InlineNode, startInlineNode } from '../inlineNode.js';
import type { LiveGenesis } from '../liveNode.js';
import { number, signText } from '../signedRequests.js';
import { type SigningActor, signingActor } from '../transactions.js';
import { ETHER, EvmScene, type Sent } from './scene.js';

export const RELAYER_SECRET = 'relayer-secret-of-the-tests';
export const ADMIN_KEY = 'admin-key-of-the-tests-0001';

export type Answer = Readonly<Record<string, unknown>>;

/** The foreign side alone. */
export class ForeignSide {
  private constructor(
    readonly evm: EvmScene,
    readonly btc: DepositScene,
    readonly servers: readonly [EsploraServer, EsploraServer],
  ) {}

  static async start(): Promise<ForeignSide> {
    const btc = new DepositScene();
    const [evm, first, second] = await Promise.all([
      EvmScene.start(),
      EsploraServer.start(btc.chain),
      EsploraServer.start(btc.chain),
    ]);
    return new ForeignSide(evm, btc, [first, second]);
  }

  async stop(): Promise<void> {
    await Promise.all([this.evm.stop(), ...this.servers.map((server) => server.close())]);
  }

  beHonest(): void {
    this.evm.beHonest();
    for (const server of this.servers) server.lie = undefined;
  }

  /** The environment of an operator who has configured all of it. */
  environment(): Record<string, string> {
    const [primary, secondary] = this.servers;
    return {
      ...this.evm.environment(),
      BRIDGE_RELAYER_SECRET: RELAYER_SECRET,
      QV_ADMIN_KEY: ADMIN_KEY,
      QV_BRIDGE_BTC_CUSTODY: this.btc.custody.address,
      QV_BRIDGE_BTC_NETWORK: 'regtest',
      QV_BTC_ESPLORA_PRIMARY: primary.base,
      QV_BTC_ESPLORA_SECONDARY: secondary.base,
    };
  }

  /** Sends and mines enough blocks above it. */
  async deep(sent: Sent): Promise<string> {
    const hash = await this.evm.send(sent);
    await this.evm.mine(8);
    return hash;
  }

  depositEth(recipient: string, value = ETHER): Promise<string> {
    return this.deep({ to: this.evm.contracts.bridge, value, call: ['depositETH', recipient] });
  }

  /** Pays a withdrawal of ETH out of the bridge's contract. @param units of qETH. */
  releaseEth(id: string, destination: string, units: bigint): Promise<string> {
    return this.deep({
      to: this.evm.contracts.bridge,
      call: ['releaseETH', destination, units * 10n ** 12n, keccak_256(utf8(id))],
    });
  }

  /** Pays a withdrawal of XRGE out of the vault. @param wei of the foreign token. */
  releaseXrge(id: string, destination: string, wei: bigint): Promise<string> {
    return this.deep({ to: this.evm.contracts.vault, call: ['release', destination, wei, id] });
  }

  /** The body of a manual claim. */
  async claimBody(coin: EvmCoin, hash: string, recipient: string, signer = this.evm.user): Promise<Answer> {
    const text = claimText(coin, hash, recipient);
    const signature = (await this.evm.chain.rpc('personal_sign', [`0x${toHex(utf8(text))}`, signer])) as string;
    return {
      ...{ evmTxHash: hash, evmAddress: signer, evmSignature: signature, recipientRougechainPubkey: recipient },
      ...(coin === 'XRGE' ? { amount: '1' } : { token: coin }),
    };
  }
}

export interface BridgeSceneOptions {
  readonly genesis?: LiveGenesis;
  readonly variables?: Readonly<Record<string, string>>;
  readonly flags?: readonly string[];
}

export class BridgeScene {
  readonly api: CheckedApi;

  private constructor(
    readonly side: ForeignSide,
    readonly node: InlineNode,
    readonly user: SigningActor,
  ) {
    this.api = new CheckedApi(node.url);
  }

  static async start(side: ForeignSide, options: BridgeSceneOptions = {}): Promise<BridgeScene> {
    const user = signingActor('bridge: user');
    const { genesis, variables, flags } = options;
    const allocations = [{ address: user.address, amount: '1000' }];
    const bridge = { btcNetwork: 'regtest' };
    const node = await startInlineNode({
      // Deposits of XRGE stay within what the network may have.
      genesis: { allocations, bridge, maxSupply: '10000000', ...genesis },
      variables: { ...side.environment(), ...variables },
      ...(flags === undefined ? {} : { flags }),
    });
    return new BridgeScene(side, node, user);
  }

  /** @returns the answer, whose status is 200 unless `status` says otherwise. */
  async post(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.#send('POST', path, body, headers);
  }

  async #send(method: string, path: string, body: unknown, headers: Readonly<Record<string, string>>): Promise<Answer> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const { json } = await this.api.send(path, { method, headers: { ...JSON_HEADERS, ...headers }, body: text });
    return json as Answer;
  }

  /** With the relayer's secret. */
  relayed(method: 'POST' | 'DELETE', path: string, body: unknown = {}): Promise<Answer> {
    return this.#send(method, path, body, { 'x-bridge-relayer-secret': RELAYER_SECRET });
  }

  /** A body that an operator has signed: the node's own key unless another one is given. */
  operated(members: Readonly<Record<string, JsonValue>>, signer?: SigningActor, timestamp = Date.now()): string {
    const { keys, publicKey } = this.node;
    const own = { publicKey: keys.publicKey, secretKey: keys.secretKey, keyHex: publicKey } as SigningActor;
    const by = signer ?? own;
    const payload = new Map<string, JsonValue>([
      ...Object.entries(members),
      ['from', by.keyHex],
      ['timestamp', number(timestamp)],
      ['nonce', randomBytes(16).toString('hex')],
    ]);
    return signText(by, canonicalJson(payload)).body;
  }

  signedBy(method: 'POST' | 'DELETE', path: string, body: string): Promise<Answer> {
    return this.#send(method, path, body, {});
  }

  /** A withdrawal in the body of the published client. @returns id of the withdrawal. */
  async withdraw(token: string, amount: string, destination: string): Promise<string> {
    const answer = await this.post(...this.withdrawal(token, amount, destination));
    if (answer.success !== true) throw new Error(String(answer.error));
    const id = String(answer.txId);
    await this.included(id);
    return token === 'XRGE' ? `xrge:${id}` : id;
  }

  /** Path and body of a withdrawal. @param change of the body, beside what is signed. */
  withdrawal(
    token: string,
    amount: string,
    destination: string,
    change: Readonly<Record<string, JsonValue | undefined>> = {},
    signedChange: Readonly<Record<string, JsonValue | undefined>> = {},
  ): [string, string] {
    const { user } = this;
    const signed: Record<string, JsonValue | undefined> = {
      ...{ type: 'bridge_withdraw', amount: number(amount), fee: number('0.1'), tokenSymbol: token },
      ...{ evmAddress: destination, from: user.keyHex, timestamp: number(Date.now()) },
      ...{ nonce: randomBytes(16).toString('hex'), ...signedChange },
    };
    const payload = new Map(
      Object.entries(signed).filter((entry): entry is [string, JsonValue] => entry[1] !== undefined),
    );
    const { signature } = signText(user, canonicalJson(payload));
    const isXrge = token === 'XRGE';
    const body: Record<string, JsonValue | undefined> = {
      ...{ fromPublicKey: user.keyHex, [isXrge ? 'amount' : 'amountUnits']: number(amount) },
      ...{ evmAddress: destination, signature, payload, ...change },
    };
    const entries = Object.entries(body).filter((entry): entry is [string, JsonValue] => entry[1] !== undefined);
    return [isXrge ? '/api/bridge/xrge/withdraw' : '/api/bridge/withdraw', canonicalJson(new Map(entries))];
  }

  /** Waits until a transaction is in a block. */
  async included(txId: string): Promise<void> {
    for (;;) {
      const { status } = await this.api.send(`/api/tx/${txId}`);
      if (status === 200) return;
      await this.api.send('/api/health?min_height=1');
    }
  }

  async balance(token: string, address = this.user.address): Promise<number> {
    const { balance } = await this.api.get<{ balance: number }>(`/api/balance/${address}/${token}`);
    return balance;
  }

  get nodeAddress(): string {
    return addressOfKey(this.node.keys.publicKey);
  }

  remove(): Promise<void> {
    return this.node.remove();
  }
}
