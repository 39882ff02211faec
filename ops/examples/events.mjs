// Follows the events of an account, including those while nobody was listening.
//
//   node ops/examples/events.mjs [http://127.0.0.1:5100]

import { Account, formatXrge, parseXrge } from 'rouged/client';
import { client, fundedAccount } from './setup.mjs';

const alice = await fundedAccount();
const shop = Account.create();
const topics = [`account:${shop.address}`];
console.log(`shop ${shop.address}`);

/** Prints events until the balance of the shop is as much as expected. @returns the number of the last event. */
async function follow(stream, expected) {
  for await (const event of stream) {
    if (event.type === 'new_transaction')
      console.log(`event ${event.seq}: received ${formatXrge(event.amount_quanta)} XRGE, ${event.status}`);
    if (event.type === 'balance_update') {
      console.log(`event ${event.seq}: balance ${formatXrge(event.new_balance_quanta)} XRGE`);
      if (event.new_balance_quanta === expected) break;
    }
  }
  return stream.last;
}

const pay = (text) => client.transfer(alice, { to: shop.address, amount: parseXrge(text) });

// The stream has everything that happens after open(). It reconnects on its own.
const stream = client.events({ topics });
await stream.open();
await pay('1');
const last = await follow(stream, parseXrge('1'));

// A payment arrives while the program is away. Store the number of the last event durably: with it nothing is missed.
const { txId } = await pay('2');
await client.waitForInclusion(txId);
console.log(`resume from ${last + 1}`);
await follow(client.events({ topics, from: last + 1 }), parseXrge('3'));
