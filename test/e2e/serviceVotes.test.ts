/** A community vote at two nodes: it is opened at its home, votes of the other node go there, the count can be done anew from what the
 *  home answers; while the home is away a vote is refused, and the same request is taken once it is back. */

import { expect, test } from 'vitest';
import { runProgram } from '../crash/runProgram.js';
import type { Json } from '../support/answerShapes.js';
import { exchange, JSON_HEADERS } from '../support/httpClient.js';
import { Person, type Place, postSigned, ServiceNetwork } from '../support/serviceNetwork.js';
import { signed } from '../support/signedRequests.js';
import { signingActor } from '../support/transactions.js';

const [carol, dave] = [signingActor('service votes: carol'), signingActor('service votes: dave')];
const SLOW_MACHINE_MS = 300_000;
const VOTES = '/api/v2/regen/votes';

test(
  'a vote is counted at its home, whichever node took it in, and nowhere while the home is away',
  async () => {
    const alice = Person.create('alice_votes');
    const balances = [
      [alice.signer.address, '20000'],
      [carol.address, '6000'],
      [dave.address, '4000'],
    ] as const;
    const network = await ServiceNetwork.start({
      allocations: balances.map(([address, amount]) => ({ address, amount })),
      flags: { home: ['--regen-cap-bps', '10000'] },
    });
    const home = network.at('home');
    const opened = await alice.post(home, '/api/v2/regen/proposals', { title: 'Trees', summary: 'Plant some' });
    const id = String(opened.id);
    const shownAt = (place: Place) => exchange(network.at(place).url, `/api/regen/proposals/${id}`);
    const tally = async (): Promise<Json> => (await shownAt('home')).json?.tally as Json;
    for (const place of ['second', 'outsider'] as const) {
      const { json } = await network.until(
        `the proposal at ${place}`,
        () => shownAt(place),
        ({ status }) => status !== 404,
      );
      expect(json?.tally).toMatchObject({ voters: 0 });
    }

    // One at home, one at each other node; the outsider takes votes too: they are public.
    await alice.post(home, VOTES, { proposalId: id, choice: 'abstain' });
    const handedOn = [
      ['second', carol, 'yes'],
      ['outsider', dave, 'no'],
    ] as const;
    for (const [place, voter, choice] of handedOn) {
      const { status, text } = await postSigned(network.at(place), VOTES, voter, { proposalId: id, choice });
      expect(status, text).toBe(200);
    }
    // The answer came from the home, so it is counted there at once.
    expect(await tally()).toMatchObject({ voters: 3, yes: '6000000000000', no: '4000000000000' });
    const recount = async (): Promise<Json> => {
      const ran = await runProgram(['regen', 'recount', `${home.url}/api`, id, '--json']);
      expect([ran.code, ran.err], ran.out).toEqual([0, '']);
      return JSON.parse(ran.out) as Json;
    };
    expect(await recount()).toMatchObject({ success: true, proposalId: id, tally: { voters: '3' }, differences: [] });

    // Who does not have the list of weights does not count what he has.
    for (const place of ['second', 'outsider'] as const) {
      const { json } = await network.until(
        `the votes at ${place}`,
        () => shownAt(place),
        ({ status }) => status === 503,
      );
      expect(json?.error).toContain(home.address);
    }

    await home.stop('SIGKILL');
    const changed = signed(carol, { proposalId: id, choice: 'no' });
    const again = () =>
      exchange(network.at('second').url, VOTES, { method: 'POST', headers: JSON_HEADERS, body: changed.body });
    const refused = await again();
    expect([refused.status, refused.json?.error]).toEqual([503, expect.stringContaining(home.address)]);
    await network.start('home');
    await network
      .until('the home takes it', again, ({ status }) => status !== 503)
      .then(({ status, text }) => {
        expect(status, text).toBe(200);
      });
    expect((await again()).json).toMatchObject({ code: 'nonce_used' });
    expect(await tally()).toMatchObject({ voters: 3, yes: '0', no: '10000000000000' });
    expect(await recount()).toMatchObject({ success: true, differences: [] });
  },
  SLOW_MACHINE_MS,
);
