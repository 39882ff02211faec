// An auction of one NFT for XRGE. The seller opens it, then sends the NFT to the contract; bids are payments. Whoever is outbid
// claims the bid back: a payment that the contract pushed to a stranger could be made to fail.

import {
  add,
  addressOf,
  args,
  attachedXrge,
  ByteReader,
  ByteWriter,
  blockTime,
  callerAddress,
  emitJson,
  JsonObject,
  nftOwner,
  refusePayment,
  returnJson,
  StorageMap,
  StorageValue,
  self,
  send,
  sendNft,
} from 'rouged/contract';

class Auction {
  seller: string = '';
  collection: string = '';
  id: u64 = 0;
  minimum: u64 = 0;
  /** Seconds. */
  end: u64 = 0;
  bidder: string = '';
  bid: u64 = 0;
  settled: bool = false;

  write(out: ByteWriter): void {
    out.text(this.seller);
    out.text(this.collection);
    out.integer<u64>(this.id);
    out.integer<u64>(this.minimum);
    out.integer<u64>(this.end);
    out.text(this.bidder);
    out.integer<u64>(this.bid);
    out.integer<bool>(this.settled);
  }

  read(from: ByteReader): void {
    this.seller = from.text();
    this.collection = from.text();
    this.id = from.integer<u64>();
    this.minimum = from.integer<u64>();
    this.end = from.integer<u64>();
    this.bidder = from.text();
    this.bid = from.integer<u64>();
    this.settled = from.integer<bool>();
  }
}

const stored = new StorageValue<Auction>('auction');
const claims = new StorageMap<string, u64>('claim');

function holdsNft(auction: Auction): bool {
  const owner = nftOwner(auction.collection, auction.id);
  return owner !== null && addressOf(owner) === self();
}

/** {collection, id, minimum, seconds}: the caller is the seller. */
export function open(): void {
  refusePayment();
  assert(!stored.has(), 'the auction is open');
  const auction = new Auction();
  auction.seller = callerAddress();
  auction.collection = args().member('collection').text();
  auction.id = args().member('id').u64();
  auction.minimum = args().member('minimum').u64();
  auction.end = add(blockTime(), args().member('seconds').u64());
  stored.set(auction);
  emitJson('open', new JsonObject().text('seller', auction.seller).integer<u64>('end', auction.end));
}

/** Payable: the attached XRGE is the bid. */
export function bid(): void {
  const amount = attachedXrge();
  const auction = stored.read();
  assert(blockTime() < auction.end, 'the auction has ended');
  assert(holdsNft(auction), 'the seller has not sent the NFT yet');
  assert(amount >= auction.minimum && amount > auction.bid, 'the bid is too low');
  if (auction.bid > 0) claims.set(auction.bidder, add(claims.get(auction.bidder, 0), auction.bid));
  auction.bidder = callerAddress();
  auction.bid = amount;
  stored.set(auction);
  emitJson('bid', new JsonObject().text('bidder', auction.bidder).amount('amount', amount));
}

/** Pays the caller the bids that others have outbid. */
export function claim(): void {
  refusePayment();
  const amount = claims.get(callerAddress(), 0);
  assert(amount > 0, 'there is nothing to claim');
  claims.remove(callerAddress());
  send(callerAddress(), amount);
}

/** Anybody may settle after the end: the NFT goes to the greatest bid, the bid to the seller. */
export function settle(): void {
  refusePayment();
  const auction = stored.read();
  assert(blockTime() >= auction.end, 'the auction has not ended');
  assert(!auction.settled, 'the auction is settled');
  auction.settled = true;
  stored.set(auction);
  const winner = auction.bid > 0 ? auction.bidder : auction.seller;
  if (holdsNft(auction)) sendNft(auction.collection, auction.id, winner);
  if (auction.bid > 0) send(auction.seller, auction.bid);
  emitJson('settle', new JsonObject().text('winner', winner).amount('amount', auction.bid));
}

/** {account}: the auction, and what the account may claim. */
export function view(): void {
  const auction = stored.read();
  returnJson(
    new JsonObject()
      .text('seller', auction.seller)
      .text('bidder', auction.bidder)
      .amount('bid', auction.bid)
      .integer<u64>('end', auction.end)
      .bool('settled', auction.settled)
      .amount('claim', args().has('account') ? claims.get(addressOf(args().member('account').text()), 0) : 0),
  );
}
