/** A node with people and their records, for the authorization matrix.
 *
 *  In: what somebody signs. Out: answers, and all that private boxes hold: ids and ciphertexts that no answer to others may
 *  contain. `owner` and `other` share conversations and mails; `stranger` has a wallet; `nobody` has none. */

import { expect } from 'vitest';
import type { JsonValue } from '../../engine/base/json.js';
import { serviceKinds } from '../../engine/services/kinds/index.js';
import { openKernelBackend } from '../../workers/verify/kernelBackend.js';
import type { Json } from './answerShapes.js';
import { walletMembers } from './directoryOrders.js';
import { type Members, number, payloadText, type Signed, signText } from './signedRequests.js';
import { type SigningActor, signingActor } from './transactions.js';
import { DAY_MS, VotesScene } from './votesScene.js';

export const persons = ['owner', 'other', 'stranger', 'nobody'] as const;
export type Person = (typeof persons)[number];

export const people = Object.fromEntries(
  persons.map((name) => [name, signingActor(`authorization: ${name}`)]),
) as unknown as Readonly<Record<Person, SigningActor>>;
const treasury = signingActor('authorization: treasury');

/** Memory for expanded keys: five people sign. */
const backend = openKernelBackend(1024 * 1024);

export const routeOf = (kind: string): string =>
  serviceKinds.find(({ name }) => name === kind)?.route ?? expect.fail(`there is no service ${kind}`);

export interface Answered {
  readonly status: number;
  readonly text: string;
  /** `200`, or the status and the code. */
  readonly verdict: string;
  readonly body: Json;
}

export class AuthorizationScene {
  /** Ids and ciphertexts of private records, and what they are. */
  readonly secrets = new Map<string, string>();
  #ciphertexts = 0;

  private constructor(readonly votes: VotesScene) {}

  static async start(): Promise<AuthorizationScene> {
    const balances = new Map([
      [people.owner, '40000'],
      [people.other, '20000'],
      [treasury, '200000'],
    ]);
    const rules = { curators: people.owner.keyHex, treasury: treasury.address, 'turnout-bps': '100' };
    const scene = new AuthorizationScene(await VotesScene.start(balances, rules));
    for (const name of ['owner', 'other', 'stranger'] as const) {
      const members = { ...walletMembers(people[name], name), id: `${name}-wallet` };
      const { verdict, text } = await scene.post('/api/v2/messenger/wallets/register', scene.sign(name, members).body);
      expect(verdict, text).toBe('200');
    }
    return scene;
  }

  sign(person: Person, members: Members): Signed {
    return this.signText(
      person,
      payloadText(people[person], { timestamp: number(this.votes.clock.now()), ...members }),
    );
  }

  signText(person: Person, text: string): Signed {
    return signText(people[person], text, '', backend);
  }

  async post(route: string, body: string): Promise<Answered> {
    const { status, text } = await this.votes.api.post(route, body);
    const parsed = JSON.parse(text) as Json;
    return { status, text, verdict: status === 200 ? '200' : `${status} ${String(parsed.code)}`, body: parsed };
  }

  async done(kind: string, person: Person, members: Members): Promise<Json> {
    const { verdict, text, body } = await this.post(routeOf(kind), this.sign(person, members).body);
    expect(verdict, `${kind}: ${text.slice(0, 300)}`).toBe('200');
    return body;
  }

  /** A ciphertext that nobody else may get. */
  ciphertext(): string {
    const text = `sealed-${++this.#ciphertexts}-${'c'.repeat(40)}`;
    this.secrets.set(text, 'a ciphertext');
    return text;
  }

  #secretId(value: unknown, what: string): string {
    this.secrets.set(String(value), what);
    return String(value);
  }

  /** A group of the owner and the other. */
  async group(): Promise<string> {
    const participantIds: JsonValue = [people.owner.keyHex, people.other.keyHex];
    const { conversationId } = await this.done('messenger_create', 'owner', {
      ...{ participantIds, isGroup: true, name: this.ciphertext() },
    });
    return this.#secretId(conversationId, 'a conversation');
  }

  /** A message of the owner in a group of its own. */
  async message(): Promise<{ readonly conversationId: string; readonly messageId: string }> {
    const conversationId = await this.group();
    const members = { conversationId, encryptedContent: this.ciphertext(), contentSignature: this.ciphertext() };
    const { messageId } = await this.done('messenger_send', 'owner', members);
    return { conversationId, messageId: this.#secretId(messageId, 'a message') };
  }

  mailMembers(): Members {
    return {
      ...{ fromWalletId: 'owner-wallet', toWalletIds: ['other-wallet'], contentSignature: this.ciphertext() },
      ...{ subjectEncrypted: this.ciphertext(), bodyEncrypted: this.ciphertext() },
      ...{ attachmentEncrypted: this.ciphertext(), attachmentHash: this.ciphertext() },
    };
  }

  /** A mail of the owner to the other. */
  async mail(): Promise<string> {
    return this.#secretId((await this.done('mail_send', 'owner', this.mailMembers())).id, 'a mail');
  }

  async comment(): Promise<string> {
    const { comment } = await this.done('social_comment', 'owner', { trackId: 'a track', body: 'a comment' });
    return String((comment as Json).id);
  }

  async postOf(person: Person): Promise<string> {
    return String(((await this.done('social_post_create', person, { body: 'a post' })).post as Json).id);
  }

  proposal(): Promise<string> {
    return this.votes.open(people.owner, { durationDays: number(1) });
  }

  /** A proposal that has passed, and the transfer that has paid it. */
  async paidProposal(): Promise<{ readonly proposalId: string; readonly txId: string }> {
    const proposalId = await this.votes.open(people.owner, {
      durationDays: number(1),
      recipient: people.other.address,
    });
    await this.votes.vote(people.owner, proposalId, 'yes');
    this.votes.clock.shiftMs += DAY_MS;
    return { proposalId, txId: await this.votes.transfer(treasury, people.other, '10') };
  }

  /** @returns what of the secrets a text contains, but for those that whoever asked has named. */
  leaked(text: string, named = ''): readonly string[] {
    return [...this.secrets].flatMap(([secret, what]) =>
      text.includes(secret) && !named.includes(secret) ? [`${what}: ${secret}`] : [],
    );
  }
}
