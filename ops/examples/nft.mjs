// Makes a collection, mints an NFT into it, and gives it away.
//
//   node ops/examples/nft.mjs [http://127.0.0.1:5100]

import { Account } from 'rouged/client';
import { client, fundedAccount } from './setup.mjs';

const artist = await fundedAccount();
const collector = Account.create();

const collection = await client.nftCreateCollection(artist, {
  symbol: 'LAMPS',
  name: 'Lamps of the harbour',
  maxSupply: 100,
  // Hundredths of a percent of every sale: 5 %.
  royaltyBps: 500,
});
await client.waitForInclusion(collection.txId);
console.log(`collection  ${collection.collection_id}`);

const mint = await client.nftMint(artist, {
  collectionId: collection.collection_id,
  name: 'Lamp 1',
  metadataUri: 'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi',
  attributes: [{ trait_type: 'light', value: 'green' }],
});
await client.waitForInclusion(mint.txId);
const { tokens } = await client.getNftCollectionTokens(collection.collection_id);
const [lamp] = tokens;
console.log(`minted      ${lamp.name}, number ${lamp.token_id}`);

const gift = await client.nftTransfer(artist, {
  collectionId: collection.collection_id,
  tokenId: lamp.token_id,
  to: collector.address,
});
await client.waitForInclusion(gift.txId);
const owned = await client.getNftOwner(collector.address);
console.log(`given       ${owned.nfts.map(({ name }) => name).join(', ')} to ${collector.address}`);
