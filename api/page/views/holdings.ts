/** What an account holds other than XRGE: tokens, shares in pools, NFTs. */

import type { Balance } from '../apiAnswers.js';
import type { NftRecord, OwnedNfts } from '../assetAnswers.js';
import { collectionLink, poolLink, symbolIn, tokenLink } from '../assets.js';
import { type Child, h } from '../dom.js';
import { units } from '../format.js';
import { gallery } from '../gallery.js';
import { MoreList } from '../moreList.js';
import { card, table } from '../parts.js';
import { read } from '../reading.js';

const NFTS_PER_PAGE = 20;

/** Exact amounts by name, from the texts where the answer has them. */
function amountsIn(texts: unknown, numbers: unknown): readonly (readonly [name: string, units: string])[] {
  const found = [texts, numbers].find((value) => typeof value === 'object' && value !== null) ?? {};
  return Object.entries(found).map(([name, value]) => [name, String(value)]);
}

const heldUnits = (text: string): HTMLElement => h('span', { class: 'num' }, units(text));

/** Cards for tokens and shares; no card for what the account does not have. */
export function fungibleCards(balance: Balance): readonly HTMLElement[] {
  const tokens = amountsIn(balance.token_balances_raw, undefined);
  const shares = amountsIn(balance.lp_balances_raw, balance.lp_balances);
  const cards: HTMLElement[] = [];
  if (tokens.length > 0) {
    const rows = tokens.map(([symbol, held]): readonly Child[] => [tokenLink(symbol), heldUnits(held)]);
    cards.push(
      card('Tokens', table('Tokens of this account', [{ name: 'Token' }, { name: 'Base units', look: 'end' }], rows)),
    );
  }
  if (shares.length > 0) {
    const rows = shares.map(([pool, held]): readonly Child[] => [poolLink(pool), heldUnits(held)]);
    cards.push(
      card('Shares in pools', table('Shares in pools', [{ name: 'Pool' }, { name: 'LP units', look: 'end' }], rows)),
    );
  }
  return cards;
}

/** The NFTs of an account. @param name in the API's path. */
export const nftList = (name: string, signal: AbortSignal): MoreList<NftRecord> =>
  new MoreList<NftRecord>({
    title: 'NFTs',
    none: 'It owns no NFT.',
    table: (nfts) =>
      gallery(
        nfts,
        () => undefined,
        (nft) => collectionLink(nft.collection_id, symbolIn(nft.collection_id)),
      ),
    async read(cursor) {
      const more = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const reply = await read<OwnedNfts>(`/api/nft/owner/${name}?limit=${NFTS_PER_PAGE}${more}`, signal);
      if (!reply.ok) return reply;
      const { nfts, total, next_cursor } = reply.value;
      return { ok: true, value: { items: nfts, total, next: next_cursor } };
    },
  });
