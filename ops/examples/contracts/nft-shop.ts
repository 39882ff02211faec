// Mints NFTs for a price, and sells NFTs again with the royalty that their collection asks for. A plain transfer by a contract
// pays no royalty: a shop that wants to be fair asks for it and pays it.

import {
  addressOf,
  args,
  attachedXrge,
  ByteReader,
  ByteWriter,
  callerAddress,
  createCollection,
  emitJson,
  JsonObject,
  mintNft,
  multiplyDivide,
  nftOwner,
  refusePayment,
  returnJson,
  returnText,
  royaltyBps,
  royaltyRecipient,
  StorageMap,
  StorageValue,
  self,
  send,
  sendNft,
} from 'rouged/contract';

class Offer {
  seller: string = '';
  price: u64 = 0;

  write(out: ByteWriter): void {
    out.text(this.seller);
    out.integer<u64>(this.price);
  }

  read(from: ByteReader): void {
    this.seller = from.text();
    this.price = from.integer<u64>();
  }
}

const artist = new StorageValue<string>('artist');
const collection = new StorageValue<string>('collection');
const mintPrice = new StorageValue<u64>('price');
const offers = new StorageMap<string, Offer>('offer');

/** {symbol, name, most, price}: makes the collection; the caller is the artist. */
export function init(): void {
  refusePayment();
  assert(!artist.has(), 'the shop is open');
  const given = args();
  artist.set(callerAddress());
  mintPrice.set(given.member('price').u64());
  collection.set(
    createCollection(given.member('symbol').text(), given.member('name').text(), given.member('most').u64()),
  );
  returnText(collection.read());
}

/** {name, metadata?}, payable: mints an NFT for the caller at exactly the price. */
export function mint(): void {
  assert(attachedXrge() === mintPrice.read(), 'attach exactly the price');
  const metadata = args().has('metadata') ? args().member('metadata').text() : '';
  const id = mintNft(collection.read(), callerAddress(), args().member('name').text(), metadata);
  send(artist.read(), mintPrice.read());
  emitJson('mint', new JsonObject().text('to', callerAddress()).integer<u64>('id', id));
  returnJson(new JsonObject().text('collection', collection.read()).integer<u64>('id', id));
}

function ownerOf(nfts: string, id: u64): string {
  const owner = nftOwner(nfts, id);
  if (owner === null) throw new Error('there is no such NFT');
  return addressOf(owner);
}

function keyOf(nfts: string, id: u64): string {
  return `${id.toString()}/${nfts}`;
}

/** {collection, id, price}: the owner offers an NFT, and then sends it to the shop. */
export function offer(): void {
  refusePayment();
  const nfts = args().member('collection').text();
  const id = args().member('id').u64();
  assert(ownerOf(nfts, id) === callerAddress(), 'only the owner offers an NFT');
  const made = new Offer();
  made.seller = callerAddress();
  made.price = args().member('price').u64();
  assert(made.price > 0, 'price must be above 0');
  offers.set(keyOf(nfts, id), made);
}

/** {collection, id}, payable: the attached XRGE is the price. */
export function buy(): void {
  const nfts = args().member('collection').text();
  const id = args().member('id').u64();
  const made = offers.read(keyOf(nfts, id));
  assert(attachedXrge() === made.price, 'attach exactly the price');
  assert(ownerOf(nfts, id) === self(), 'the seller has not sent the NFT yet');
  const royalty = multiplyDivide(made.price, royaltyBps(nfts), 10_000);
  offers.remove(keyOf(nfts, id));
  sendNft(nfts, id, callerAddress());
  if (royalty > 0) send(royaltyRecipient(nfts), royalty);
  if (made.price > royalty) send(made.seller, made.price - royalty);
  emitJson('sale', new JsonObject().integer<u64>('id', id).amount('price', made.price).amount('royalty', royalty));
}

/** {collection, id}: the seller gets the NFT back. */
export function cancel(): void {
  refusePayment();
  const nfts = args().member('collection').text();
  const id = args().member('id').u64();
  const made = offers.read(keyOf(nfts, id));
  assert(made.seller === callerAddress(), 'only the seller cancels');
  offers.remove(keyOf(nfts, id));
  if (ownerOf(nfts, id) === self()) sendNft(nfts, id, made.seller);
}
