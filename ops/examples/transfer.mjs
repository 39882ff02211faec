// Sends 1.5 XRGE and waits until the transfer is final.
//
//   node ops/examples/transfer.mjs [http://127.0.0.1:5100]

import { Account, formatXrge, parseXrge } from 'rouged/client';
import { balanceOf, client, fundedAccount } from './setup.mjs';

const alice = await fundedAccount();
const bob = Account.create();
console.log(`alice     ${alice.address}, ${await balanceOf(alice)}`);
console.log(`bob       ${bob.address}`);

// Amounts are bigint: quanta of XRGE, 10^9 to one XRGE. parseXrge and formatXrge go between them and decimal text.
// The request is signed here; the secret key never leaves this program.
const { txId } = await client.transfer(alice, { to: bob.address, amount: parseXrge('1.5') });
console.log(`accepted  ${txId}`);

// Accepted means: verified, and waiting for a block. Final means: its block has a certificate and a successor.
const { blockHeight, receipt } = await client.waitForFinality(txId);
console.log(`final     in block ${blockHeight}, fee ${formatXrge(receipt.fee_paid_quanta)} XRGE`);
console.log(`bob has   ${await balanceOf(bob)}`);
