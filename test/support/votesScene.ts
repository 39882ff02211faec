/** A node with community votes, for tests: wallets, requests, a clock that a test can move. */

import { expect } from 'vitest';
import type { Clock } from '../../engine/base/ports.js';
import type { Json } from './answerShapes.js';
import { CheckedApi } from './checkedApi.js';
import { type InlineNode, startInlineNode } from './inlineNode.js';
import { type Members, number, signed, signedTransfer } from './signedRequests.js';
import { type SigningActor, signingActor } from './transactions.js';

export const DAY_MS = 86_400_000;

/** A clock that goes with the machine's, ahead of it by what a test says. */
export class AheadClock implements Clock {
  shiftMs = 0;
  readonly now = (): number => Date.now() + this.shiftMs;
  readonly monotonic = (): number => performance.now() + this.shiftMs;
}

export interface Answered {
  readonly status: number;
  readonly body: Json;
}

export class VotesScene {
  readonly api: CheckedApi;

  private constructor(
    readonly node: InlineNode,
    readonly clock: AheadClock,
  ) {
    this.api = new CheckedApi(node.url);
  }

  /** @param balances decimal XRGE by wallet. */
  static async start(
    balances: ReadonlyMap<SigningActor, string>,
    options: Readonly<Record<string, string>> = {},
  ): Promise<VotesScene> {
    const clock = new AheadClock();
    const allocations = [...balances].map(([{ address }, amount]) => ({ address, amount }));
    const flags = Object.entries(options).flatMap(([name, value]) => [`--regen-${name}`, value]);
    return new VotesScene(await startInlineNode({ genesis: { allocations }, flags, clock }), clock);
  }

  async send(path: string, signer: SigningActor, members: Members): Promise<Answered> {
    const { body } = signed(signer, { timestamp: number(this.clock.now()), ...members });
    const { status, text } = await this.api.post(`/api/v2/regen/${path}`, body);
    return { status, body: JSON.parse(text) as Json };
  }

  async done(path: string, signer: SigningActor, members: Members): Promise<Json> {
    const { status, body } = await this.send(path, signer, members);
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  }

  async refused(path: string, signer: SigningActor, members: Members, status: number, error: string): Promise<void> {
    const answer = await this.send(path, signer, members);
    expect([answer.status, answer.body.error]).toEqual([status, error]);
  }

  /** @returns the id of the proposal. */
  async open(signer: SigningActor, members: Members = {}): Promise<string> {
    const { id } = await this.done('proposals', signer, { title: 'Trees', summary: 'Plant some', ...members });
    return String(id);
  }

  vote(signer: SigningActor, proposalId: string, choice: string): Promise<Json> {
    return this.done('votes', signer, { proposalId, choice });
  }

  get(path: string): Promise<Json> {
    return this.api.get<Json>(`/api/regen/${path}`);
  }

  /** Sends XRGE and waits for the block. @returns the id of the transaction. */
  async transfer(from: SigningActor, to: SigningActor, amount: string, more: Members = {}): Promise<string> {
    const request = signedTransfer(from, to.address, amount, { timestamp: number(this.clock.now()), ...more });
    const { status, text } = await this.api.post('/api/v2/transfer', request.body);
    expect(status, text).toBe(200);
    await expect
      .poll(async () => (await this.api.send(`/api/tx/${request.txId}`)).status, { timeout: 30_000 })
      .toBe(200);
    return request.txId;
  }
}

export const voters = (...names: readonly string[]): readonly SigningActor[] =>
  names.map((name) => signingActor(`votes: ${name}`));
