// A toss of a coin that nobody can foresee: commit, then settle. A play at height H is decided by the hash of block H+1, which does
// not exist when the play is signed, mixed with the player and H. `random()` would not do: its seed is known to whoever signs.

import {
  add,
  addressOf,
  args,
  attachedXrge,
  ByteReader,
  ByteWriter,
  balanceOf,
  blockHash,
  blockHeight,
  callerAddress,
  emitJson,
  JsonObject,
  multiply,
  refusePayment,
  returnJson,
  StorageMap,
  StorageValue,
  self,
  send,
  sha256,
  utf8,
} from 'rouged/contract';

/** Blocks after which a play is lost: hashes are known for 256. If it were paid back, losers would wait for it. */
const EXPIRY: u64 = 250;

class Play {
  stake: u64 = 0;
  guess: u8 = 0;
  height: u64 = 0;

  write(out: ByteWriter): void {
    out.integer<u64>(this.stake);
    out.integer<u8>(this.guess);
    out.integer<u64>(this.height);
  }

  read(from: ByteReader): void {
    this.stake = from.integer<u64>();
    this.guess = from.integer<u8>();
    this.height = from.integer<u64>();
  }
}

const owner = new StorageValue<string>('owner');
const plays = new StorageMap<string, Play>('play');
/** What the contract has to keep for open plays. */
const reserved = new StorageValue<u64>('reserved');

/** The caller becomes the house. */
export function init(): void {
  refusePayment();
  assert(!owner.has(), 'the game has an owner');
  owner.set(callerAddress());
}

/** Payable: puts XRGE into the house. */
export function fund(): void {
  emitJson('fund', new JsonObject().amount('amount', attachedXrge()));
}

/** {amount}: the owner takes out what no open play needs. */
export function withdraw(): void {
  refusePayment();
  assert(callerAddress() === owner.read(), 'only the owner withdraws');
  const amount = args().member('amount').u64();
  assert(add(reserved.get(0), amount) <= balanceOf(self()), 'open plays need what is left');
  send(owner.read(), amount);
}

/** {guess: 0 or 1}, payable: the attached XRGE is the stake. */
export function play(): void {
  const stake = attachedXrge();
  const guess = args().member('guess').u32();
  assert(guess <= 1, 'guess must be 0 or 1');
  assert(!plays.has(callerAddress()), 'settle the open play first');
  const needed = add(reserved.get(0), multiply(stake, 2));
  assert(needed <= balanceOf(self()), 'the house cannot pay so much');
  const made = new Play();
  made.stake = stake;
  made.guess = <u8>guess;
  made.height = blockHeight();
  plays.set(callerAddress(), made);
  reserved.set(needed);
  emitJson('play', new JsonObject().text('player', callerAddress()).amount('stake', stake));
}

/** The side on which the coin fell: 0 or 1. */
function side(player: string, height: u64): u8 {
  const hash = blockHash(height + 1);
  if (hash === null) throw new Error('the block that decides is not known');
  const mixed = new Uint8Array(40 + player.length);
  mixed.set<Uint8Array>(hash, 0);
  store<u64>(mixed.dataStart + 32, height);
  mixed.set<Uint8Array>(utf8(player), 40);
  return sha256(mixed)[0] & 1;
}

/** {player?}: two blocks after the play or later, pays a winner twice the stake. Anybody may settle any play, so that nobody can
 *  keep the house's XRGE reserved; the result is the same whoever asks. */
export function settle(): void {
  refusePayment();
  const player = args().has('player') ? addressOf(args().member('player').text()) : callerAddress();
  assert(plays.has(player), 'there is no open play');
  const open = plays.read(player);
  assert(blockHeight() >= open.height + 2, 'the block that decides is not known yet');
  const expired = blockHeight() > open.height + EXPIRY;
  const won = !expired && side(player, open.height) === open.guess;
  plays.remove(player);
  reserved.set(reserved.get(0) - open.stake * 2);
  if (won) send(player, open.stake * 2);
  emitJson('settle', new JsonObject().text('player', player).bool('won', won).bool('expired', expired));
  returnJson(new JsonObject().bool('won', won).bool('expired', expired));
}
