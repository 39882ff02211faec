/** Votes over HTTP: what one may be, and that no more of it is read on the main thread. */

import { expect, test } from 'vitest';
import { utf8 } from '../../../engine/base/bytes.js';
import { VOTE_JSON } from '../../../engine/base/limits.js';
import { isRefusal } from '../../../engine/base/refusal.js';
import { type Vote, voteToJson } from '../../../engine/chain/vote.js';
import { readVote, VoteDesk } from '../../../engine/head/voteDesk.js';
import { HeadScene } from '../../support/headScene.js';

const scene = await HeadScene.open({ stakes: ['1003', '1002', '1001', '1000'], me: 2 });
const vote = scene.vote(0, 'prevote', 'ab'.repeat(32));
const json = voteToJson(vote);

const read = (value: unknown): Vote | string => {
  const answer = readVote(utf8(typeof value === 'string' ? value : JSON.stringify(value)));
  return isRefusal(answer) ? `${answer.code}: ${answer.message}` : answer;
};

test('a vote is read in both spellings, with members that other implementations add', () => {
  const { vote_type: type, block_hash: blockHash, voter_pub_key: voterPubKey, ...rest } = json;
  expect(read(json)).toEqual(vote);
  expect(read({ type, blockHash, voterPubKey, ...rest })).toEqual(vote);
  expect(read({ ...json, created_at: 1_700_000_000_000, source: { node: 'a', tags: ['b'] } })).toEqual(vote);
  expect(read(` ${JSON.stringify(json)}\n`)).toEqual(vote);
});

test.each([
  ['more bytes than a vote has', `${JSON.stringify(json)}${' '.repeat(VOTE_JSON.characters)}`, /more than 16384 bytes/],
  ['more values', { ...json, more: new Array(1_000).fill(0) }, /values/],
  ['deep values', { ...json, more: [[[[[0]]]]] }, /depth|deep|nested/],
  ['a name twice', JSON.stringify(json).replace('{', '{"height":1,'), /twice|repeat|duplicate/],
  ['no object', '7', /not an object/],
  ['no JSON', '{"vote_type"', /^malformed_body: this is no vote/],
])('this is no vote: %s', (_, value, why) => {
  const answer = read(value);
  expect(answer).toMatch(/^malformed_body: this is no vote: /);
  expect(answer).toMatch(why);
});

test('what is no vote costs no signature check, and its neighbours count', async () => {
  const checked: Vote[] = [];
  const accepted: Vote[] = [];
  const desk = new VoteDesk({
    voting: { height: vote.height, round: 0, judge: () => 'wanted', votesOf: () => [] } as never,
    held: () => undefined,
    validators: () => 4,
    check: async (votes) => {
      checked.push(...votes);
      return votes.map(() => true);
    },
    accept: (votes) => void accepted.push(...votes),
    monotonic: () => 0,
  });
  const large = utf8(JSON.stringify({ ...json, more: 'x'.repeat(900_000) }));
  const outcomes = await desk.take([large, utf8(JSON.stringify(json))], 'somewhere');
  expect(outcomes).toEqual(['rejected', 'accepted']);
  expect([checked, accepted]).toEqual([[vote], [vote]]);
});
