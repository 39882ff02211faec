// A token with allowances. Whoever calls `init` first owns the supply; there is no more of it, ever.

import {
  add,
  addressOf,
  args,
  callerAddress,
  emitJson,
  JsonObject,
  refusePayment,
  returnAmount,
  returnJson,
  StorageMap,
  StoragePairMap,
  StorageValue,
} from 'rouged/contract';

const name = new StorageValue<string>('name');
const symbol = new StorageValue<string>('symbol');
const decimals = new StorageValue<u32>('decimals');
const supply = new StorageValue<u64>('supply');
const balances = new StorageMap<string, u64>('balance');
const allowances = new StoragePairMap<string, string, u64>('allowance');

/** {name, symbol, decimals, supply} */
export function init(): void {
  refusePayment();
  assert(!supply.has(), 'the token exists');
  const given = args();
  const amount = given.member('supply').u64();
  name.set(given.member('name').text());
  symbol.set(given.member('symbol').text());
  decimals.set(given.member('decimals').u32());
  supply.set(amount);
  balances.set(callerAddress(), amount);
  emitJson('init', new JsonObject().text('owner', callerAddress()).amount('supply', amount));
}

function move(from: string, to: string, amount: u64): void {
  assert(to.length > 0, 'to is empty');
  const had = balances.get(from, 0);
  assert(had >= amount, 'the balance is too small');
  balances.set(from, had - amount);
  balances.set(to, add(balances.get(to, 0), amount));
  emitJson('transfer', new JsonObject().text('from', from).text('to', to).amount('amount', amount));
}

/** {to, amount} */
export function transfer(): void {
  refusePayment();
  move(callerAddress(), addressOf(args().member('to').text()), args().member('amount').u64());
}

/** {spender, amount}: the spender may move so much of the caller's balance. */
export function approve(): void {
  refusePayment();
  const spender = addressOf(args().member('spender').text());
  const amount = args().member('amount').u64();
  allowances.set(callerAddress(), spender, amount);
  emitJson(
    'approve',
    new JsonObject().text('owner', callerAddress()).text('spender', spender).amount('amount', amount),
  );
}

/** {from, to, amount}: moves what `from` has allowed the caller to move. */
export function transferFrom(): void {
  refusePayment();
  const from = addressOf(args().member('from').text());
  const amount = args().member('amount').u64();
  const allowed = allowances.get(from, callerAddress(), 0);
  assert(allowed >= amount, 'the allowance is too small');
  allowances.set(from, callerAddress(), allowed - amount);
  move(from, addressOf(args().member('to').text()), amount);
}

/** {account} */
export function balanceOf(): void {
  returnAmount(balances.get(addressOf(args().member('account').text()), 0));
}

/** {owner, spender} */
export function allowance(): void {
  const owner = addressOf(args().member('owner').text());
  returnAmount(allowances.get(owner, addressOf(args().member('spender').text()), 0));
}

export function info(): void {
  returnJson(
    new JsonObject()
      .text('name', name.read())
      .text('symbol', symbol.read())
      .integer<u32>('decimals', decimals.read())
      .amount('supply', supply.read()),
  );
}
