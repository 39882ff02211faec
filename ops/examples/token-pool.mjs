// Makes a token, sells it in a pool, and buys some of it with a limit on the price.
//
//   node ops/examples/token-pool.mjs [http://127.0.0.1:5100]

import { formatAmount, parseAmount, parseXrge } from 'rouged/client';
import { client, fundedAccount } from './setup.mjs';

const DECIMALS = 6;
const maker = await fundedAccount();
const buyer = await fundedAccount();

// A symbol can be used once. A token counts in base units; `decimals` says where people put the point.
const symbol = `T${Math.random().toString(36).slice(2, 8).toUpperCase()}`;
const token = await client.createToken(maker, {
  name: 'Example Token',
  symbol,
  totalSupply: parseAmount('1000000', DECIMALS),
  decimals: DECIMALS,
});
await client.waitForInclusion(token.txId);
console.log(`token     ${symbol}, 1000000 of it`);

// The first deposit sets the price: 100 XRGE for 1000 of the token.
const pool = await client.createPool(maker, {
  token_a: symbol,
  token_b: 'XRGE',
  amount_a: parseAmount('1000', DECIMALS),
  amount_b: parseXrge('100'),
});
await client.waitForInclusion(pool.txId);
console.log(`pool      ${pool.pool_id}`);

// A quote is for the current state. The swap names the least amount that is accepted, here one percent less: when the price
// moves further before its block, nothing is swapped and only the fee is paid.
const amount = parseXrge('10');
const quote = await client.quoteSwap({ token_in: 'XRGE', token_out: symbol, amount_in: amount });
const least = (quote.amount_out_units * 99n) / 100n;
const swap = await client.swap(buyer, {
  token_in: 'XRGE',
  token_out: symbol,
  amount_in: amount,
  min_amount_out: least,
  path: quote.path,
});
const { blockHeight } = await client.waitForInclusion(swap.txId);

const { balance_raw } = await client.getTokenBalance(buyer.address, symbol);
console.log(`quoted    ${formatAmount(quote.amount_out_units, DECIMALS)} ${symbol} for 10 XRGE`);
console.log(`bought    ${formatAmount(balance_raw, DECIMALS)} ${symbol} in block ${blockHeight}`);
