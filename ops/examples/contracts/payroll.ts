// Calls another contract: pays several accounts in the token of `token.ts`. The calls run after this method; the token sees this
// contract as the caller, so the wages come out of this contract's balance there.

import {
  add,
  args,
  callerAddress,
  emitJson,
  JsonObject,
  queueCall,
  refusePayment,
  returnAmount,
  StorageValue,
} from 'rouged/contract';

const owner = new StorageValue<string>('owner');
const token = new StorageValue<string>('token');
const paid = new StorageValue<u64>('paid');

/** {token: address of the token's contract} */
export function init(): void {
  refusePayment();
  assert(!owner.has(), 'the payroll has an owner');
  owner.set(callerAddress());
  token.set(args().member('token').text());
}

/** {wages: [{to, amount}, ...]}: a wage that fails takes none of the others back. */
export function pay(): void {
  refusePayment();
  assert(callerAddress() === owner.read(), 'only the owner pays');
  const wages = args().member('wages').list();
  let sum: u64 = 0;
  for (let at = 0; at < wages.length; at++) {
    const amount = wages[at].member('amount').u64();
    sum = add(sum, amount);
    queueCall(
      token.read(),
      'transfer',
      new JsonObject().text('to', wages[at].member('to').text()).amount('amount', amount),
    );
  }
  paid.set(add(paid.get(0), sum));
  emitJson('pay', new JsonObject().integer<i32>('calls', wages.length).amount('amount', sum));
}

export function total(): void {
  returnAmount(paid.get(0));
}
