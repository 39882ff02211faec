// Makes an account a validator and takes a part of the stake back.
//
//   node ops/examples/stake.mjs [http://127.0.0.1:5100]
//
// The minimum stake is 10,000 XRGE, as much as the faucet gives; so a friend's coins pay the fees.

import { formatXrge, parseXrge } from 'rouged/client';
import { client, fundedAccount } from './setup.mjs';

const validator = await fundedAccount();
const friend = await fundedAccount();
const help = await client.transfer(friend, { to: validator.address, amount: parseXrge('1001') });
await client.waitForInclusion(help.txId);

const staked = await client.stake(validator, { amount: parseXrge('11000') });
await client.waitForInclusion(staked.txId);
const { validators } = await client.getValidators({ publicKey: validator.address });
console.log(`validator  ${validator.address}`);
console.log(`staked     ${formatXrge(validators[0].stake_quanta)} XRGE, ${validators[0].status}`);

// The withdrawn stake is locked for 500 blocks, then it is in the balance again.
const unstaked = await client.unstake(validator, { amount: parseXrge('1000') });
await client.waitForInclusion(unstaked.txId);
const { unbonding } = await client.getValidatorsUnbonding(validator.address);
for (const { amount_quanta, releaseHeight } of unbonding)
  console.log(`unbonding  ${formatXrge(amount_quanta)} XRGE until block ${releaseHeight}`);
