/** The services among peers: what becomes of requests for other nodes while there is no network. */

import { expect, test } from 'vitest';
import { PeerServices } from '../../../engine/head/peerServices.js';
import type { NetworkEvent } from '../../../engine/network/events.js';
import { LogBook } from '../../support/engineNode.js';
import { Signer } from '../../support/servicesDesk.js';

const home = new Signer('home').account;

test('a request for another node is answered although there is no network, before its start and after its end', async () => {
  const told: NetworkEvent[] = [];
  const moment = () => ({ now: 1, height: 1 });
  const services = new PeerServices({ moment, log: new LogBook() }, (event) => told.push(event));
  const forward = () => services.forward(home, 'regen_vote', new Uint8Array(1));
  expect(await forward()).toMatchObject({ code: 'busy' });
  services.start();
  const waiting = forward();
  services.stop();
  expect(await waiting).toMatchObject({ code: 'busy' });
  expect(await forward()).toMatchObject({ code: 'busy' });
  expect(told.map(({ kind }) => kind)).toEqual(['forwardService']);
});
