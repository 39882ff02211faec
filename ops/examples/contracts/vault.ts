// A vault of several keys: XRGE leaves it when enough of them have signed the order. The keys need no accounts and pay nothing;
// anybody may bring their signatures.

import {
  args,
  attachedXrge,
  bytesOfHex,
  emitJson,
  JsonObject,
  refusePayment,
  returnJson,
  returnText,
  StorageList,
  StorageValue,
  self,
  send,
  utf8,
  verifySignature,
} from 'rouged/contract';

const MOST_KEYS: u32 = 16;
const KEY_BYTES: i32 = 1952;

const keys = new StorageList<Uint8Array>('key');
const threshold = new StorageValue<u32>('threshold');
/** Number of the next order: an order is signed for one number, so it is carried out once. */
const next = new StorageValue<u64>('next');

/** {keys: [hex, ...], threshold} */
export function init(): void {
  refusePayment();
  assert(!threshold.has(), 'the vault has its keys');
  const given = args().member('keys').list();
  const enough = args().member('threshold').u32();
  assert(<u32>given.length <= MOST_KEYS, 'a vault has at most 16 keys');
  assert(enough > 0 && enough <= <u32>given.length, 'threshold must be from 1 to the number of keys');
  for (let at = 0; at < given.length; at++) {
    const text = given[at].text();
    for (let before = 0; before < at; before++) assert(given[before].text() !== text, 'a key is there twice');
    const key = bytesOfHex(text);
    assert(key.length === KEY_BYTES, 'a public key has 1952 bytes');
    keys.push(key);
  }
  threshold.set(enough);
}

/** Payable: puts XRGE into the vault. */
export function deposit(): void {
  emitJson('deposit', new JsonObject().amount('amount', attachedXrge()));
}

/** What the keys sign: this vault, the number of the order, the recipient, the quanta. */
function orderText(to: string, amount: u64): string {
  return `vault ${self()} order ${next.get(0).toString()} pays ${amount.toString()} to ${to}`;
}

/** {to, amount}: the text that the keys sign next. */
export function order(): void {
  returnText(orderText(args().member('to').text(), args().member('amount').u64()));
}

/** {to, amount, signatures: [{key: position, signature: hex}, ...]} */
export function pay(): void {
  refusePayment();
  const to = args().member('to').text();
  const amount = args().member('amount').u64();
  const message = utf8(orderText(to, amount));
  const given = args().member('signatures').list();
  const seen = new StaticArray<bool>(<i32>MOST_KEYS);
  assert(<u32>given.length === threshold.read(), 'bring as many signatures as the threshold says');
  for (let at = 0; at < given.length; at++) {
    const position = given[at].member('key').u32();
    const key = keys.at(position);
    assert(!seen[position], 'a key has signed twice');
    seen[position] = true;
    const signature = bytesOfHex(given[at].member('signature').text());
    assert(verifySignature(key, message, signature), `the signature of key ${position.toString()} is wrong`);
  }
  next.set(next.get(0) + 1);
  send(to, amount);
  emitJson('pay', new JsonObject().text('to', to).amount('amount', amount));
}

export function info(): void {
  returnJson(
    new JsonObject()
      .integer<u32>('keys', keys.length)
      .integer<u32>('threshold', threshold.get(0))
      .integer<u64>('next', next.get(0)),
  );
}
