/** The rows that blocks make in the index.
 *
 *  In: blocks in their order, as a node tells them. Out: for each table the text of its rows, for COPY. A row follows from its block
 *  alone, never from rows before it: that is why any height can be indexed again. */

import { readPoolId } from '../../engine/ledger/poolIds.js';
import { builtInToken, builtInTokens, shownSymbol } from '../../engine/ledger/tokens.js';
import { bytesOf, flag, freeOrNull, freeText, json, jsonOrNull, orNull } from './copyText.js';
import type { BlockEffects, EffectMovement, EffectPoolEvent, TransactionEffects } from './effects.js';
import { type BlockTable, blockTableNames } from './tables.js';

/** The text of one table's rows: a line for each. */
class Rows {
  text = '';
  count = 0;

  add(...fields: readonly (string | number)[]): void {
    this.text += `${fields.join('\t')}\n`;
    this.count++;
  }
}

/** A transaction and where it is. */
interface Placed {
  readonly transaction: TransactionEffects;
  readonly height: number;
  readonly position: number;
  /** As PostgreSQL reads it. */
  readonly time: string;
}

/** Of a contract's address, in the ids of the collections that it makes. */
const CREATOR_CHARACTERS = 16;

const textIn = (members: Readonly<Record<string, unknown>>, name: string): string | undefined => {
  const value = members[name];
  return typeof value === 'string' ? value : undefined;
};

const numberIn = (members: Readonly<Record<string, unknown>>, name: string): number =>
  typeof members[name] === 'number' ? members[name] : 0;

const listIn = (members: Readonly<Record<string, unknown>>, name: string): readonly unknown[] =>
  Array.isArray(members[name]) ? members[name] : [];

const amountOf = ({ amount_quanta, amount_units }: EffectMovement): string => orNull(amount_quanta ?? amount_units);

export class BlockRows {
  readonly #tables = Object.fromEntries(blockTableNames.map((name) => [name, new Rows()])) as Record<BlockTable, Rows>;

  /** What a successful transaction of a kind has made or switched, beside what it moved. */
  readonly #makers: Readonly<Record<string, ((placed: Placed) => void) | undefined>> = {
    create_token: (placed) => this.#tokenMade(placed),
    update_token_metadata: (placed) => this.#tokenChanged(placed),
    claim_token_metadata: (placed) => this.#tokenChanged(placed),
    token_freeze: (placed) => this.#tokenChanged(placed),
    nft_create_collection: (placed) => this.#collectionMade(placed),
    nft_mint: (placed) => this.#nftsMade(placed),
    nft_batch_mint: (placed) => this.#nftsMade(placed),
    nft_lock: (placed) => this.#nftSwitched(placed),
    nft_freeze_collection: (placed) => this.#nftSwitched(placed),
    contract_deploy: (placed) => this.#contractMade(placed),
    contract_call: (placed) => this.#madeByContracts(placed),
  };

  blocks = 0;
  transactions = 0;
  /** The last block that was added. */
  last: Pick<BlockEffects, 'height' | 'hash' | 'time'> | undefined;

  /** The tables that have rows, in the order in which they are written. */
  *filled(): Generator<{ readonly table: BlockTable; readonly text: string; readonly count: number }> {
    for (const table of blockTableNames) {
      const { text, count } = this.#tables[table];
      if (count > 0) yield { table, text, count };
    }
  }

  add(block: BlockEffects): void {
    const { height, transactions } = block;
    const time = new Date(block.time).toISOString();
    this.#tables.blocks.add(
      ...[
        height,
        bytesOf(block.hash),
        bytesOf(height === 0 ? null : block.prev_hash),
        time,
        orNull(block.proposer),
        bytesOf(block.tx_hash),
      ],
      ...[bytesOf(block.state_root), bytesOf(block.parent_commit), transactions.length, block.fees_quanta],
      ...[block.first_event, block.events],
    );
    for (const [position, transaction] of transactions.entries())
      this.#transaction({ transaction, height, position, time });
    this.#balances(block);
    if (height === 0) this.#genesisTokens(block, time);
    this.blocks++;
    this.transactions += transactions.length;
    this.last = block;
  }

  #balances({ height, first_event, events, balances }: BlockEffects): void {
    // They are the last events of their block; those of the genesis block have no numbers.
    const first = height === 0 ? 0 : first_event + events - balances.length;
    const step = height === 0 ? 0 : 1;
    const rows = this.#tables.balances;
    for (const [index, [account, token, balance]] of balances.entries())
      rows.add(account, token, height, first + step * index, balance);
  }

  /** Tokens that no transaction creates: the built-in ones, and those that the genesis file gives to somebody. */
  #genesisTokens({ balances }: BlockEffects, time: string): void {
    const symbols = new Set([...builtInTokens.map(({ shown }) => shown), ...balances.map(([, token]) => token)]);
    for (const shown of symbols) {
      const known = builtInToken(shown.toUpperCase());
      const told = known ? { description: known.description } : {};
      this.#tables.tokens.add(
        ...[shown, freeText(known?.name ?? shown), known?.decimals ?? 0, orNull(null), orNull(null), orNull(null)],
        ...[flag(false), json(told), 0, -1, time],
      );
    }
  }

  #transaction(placed: Placed): void {
    const { transaction, height, position, time } = placed;
    const { payload, logs, receipt, movements } = transaction;
    this.#tables.transactions.add(
      ...[height, position, bytesOf(transaction.tx_id), time, transaction.event, transaction.kind, transaction.signer],
      ...[orNull(transaction.recipient), orNull(transaction.token), orNull(transaction.amount), transaction.nonce],
      ...[transaction.fee_quanta, transaction.status, freeOrNull(transaction.failure), json(payload), json(logs)],
      jsonOrNull(receipt),
    );
    for (const [index, movement] of movements.entries()) this.#movement(placed, movement, index);
    if (transaction.status === 'success') this.#makers[transaction.kind]?.(placed);
    for (const [index, { contract, topic, data }] of (transaction.contract_events ?? []).entries())
      this.#tables.contract_events.add(
        ...[height, position, index, transaction.event + 1 + index, contract, freeText(topic), freeText(data), time],
      );
    for (const event of transaction.pool_events ?? []) this.#poolEvent(placed, event);
  }

  #movement({ height, position, time }: Placed, movement: EffectMovement, index: number): void {
    const { reason, from, to, asset, token, pool_id, collection_id, token_id, count, sale_price_quanta } = movement;
    this.#tables.movements.add(
      ...[height, position, index, time, reason, orNull(from), orNull(to), asset, orNull(token), amountOf(movement)],
      ...[orNull(pool_id), freeOrNull(collection_id), orNull(token_id?.toString()), orNull(count?.toString())],
      orNull(sale_price_quanta),
    );
    if (asset !== 'nft' || collection_id === undefined || token_id === undefined) return;
    for (let id = token_id; id < token_id + (count ?? 1); id++)
      this.#tables.nft_transfers.add(
        ...[freeText(collection_id), id, height, position, index, reason, orNull(from), orNull(to)],
        ...[orNull(sale_price_quanta), time],
      );
  }

  #poolEvent({ transaction, height, position, time }: Placed, event: EffectPoolEvent): void {
    const isSwap = event.type === 'Swap';
    this.#tables.pool_events.add(
      ...[event.pool_id, event.ordinal, event.sequence, height, position, time, transaction.signer, event.type],
      ...[flag(isSwap ? event.a_to_b : undefined), event.amount_a, event.amount_b, event.lp, event.reserve_a],
      ...[event.reserve_b, event.lp_supply],
    );
    if (event.type !== 'create_pool') return;
    const { tokenA = '', tokenB = '' } = readPoolId(event.pool_id)?.pair ?? {};
    this.#tables.pools.add(
      ...[event.pool_id, event.pool, shownSymbol(tokenA), shownSymbol(tokenB), transaction.signer, height, position],
      time,
    );
  }

  #tokenMade({ transaction: { payload, signer }, height, position, time }: Placed): void {
    const { metadata_image, metadata_description, metadata_website, metadata_twitter, metadata_discord } = payload;
    const told = { metadata_image, metadata_description, metadata_website, metadata_twitter, metadata_discord };
    this.#tables.tokens.add(
      ...[orNull(textIn(payload, 'token_symbol')), freeOrNull(textIn(payload, 'token_name'))],
      ...[numberIn(payload, 'token_decimals'), signer, orNull(textIn(payload, 'token_total_supply_units'))],
      ...[orNull(textIn(payload, 'token_max_supply_units')), flag(payload.token_mintable === true), json(told)],
      ...[height, position, time],
    );
  }

  #tokenChanged({ transaction: { payload, signer, kind }, height, position, time }: Placed): void {
    const { token_symbol, frozen, ...told } = payload;
    const isFrozen = typeof frozen === 'boolean' ? frozen : undefined;
    this.#tables.token_changes.add(
      ...[height, position, orNull(typeof token_symbol === 'string' ? token_symbol : undefined), kind, signer],
      ...[flag(isFrozen), jsonOrNull(Object.keys(told).length > 0 ? told : undefined), time],
    );
  }

  #collectionMade({ transaction: { payload, logs, signer }, height, position, time }: Placed): void {
    this.#tables.nft_collections.add(
      ...[freeOrNull(textIn(logs[0]?.data ?? {}, 'collection')), freeOrNull(textIn(payload, 'nft_collection_symbol'))],
      ...[freeOrNull(textIn(payload, 'nft_collection_name')), signer, json(payload), height, position, time],
    );
  }

  /** A single one has its texts in the payload, each of a batch in its lists. */
  #nftsMade({ transaction: { payload, movements, signer }, height, position, time }: Placed): void {
    const minted = movements.find(({ reason }) => reason === 'nft_mint');
    if (minted?.token_id === undefined) return;
    const names = listIn(payload, 'nft_batch_names');
    const uris = listIn(payload, 'nft_batch_uris');
    const attributes = listIn(payload, 'nft_batch_attributes');
    for (let at = 0; at < (minted.count ?? 1); at++) {
      const name = names[at] ?? payload.nft_token_name;
      const uri = uris[at] ?? payload.nft_metadata_uri;
      this.#tables.nft_tokens.add(
        ...[freeOrNull(minted.collection_id), minted.token_id + at, signer],
        ...[
          freeOrNull(typeof name === 'string' ? name : undefined),
          freeOrNull(typeof uri === 'string' ? uri : undefined),
        ],
        ...[jsonOrNull(attributes[at] ?? payload.nft_attributes), height, position, time],
      );
    }
  }

  #nftSwitched({ transaction: { payload, kind }, height, position, time }: Placed): void {
    const { nft_token_id: id, nft_locked, nft_frozen } = payload;
    this.#tables.nft_switches.add(
      ...[height, position, freeOrNull(textIn(payload, 'nft_collection_id'))],
      ...[
        orNull(typeof id === 'number' ? String(id) : undefined),
        kind,
        flag((nft_locked ?? nft_frozen) === true),
        time,
      ],
    );
  }

  #contractMade({ transaction: { logs, signer }, height, position, time }: Placed): void {
    const made = logs[0]?.data ?? {};
    this.#tables.contracts.add(
      ...[orNull(textIn(made, 'contract')), signer, bytesOf(textIn(made, 'code_hash')), numberIn(made, 'wasm_size')],
      ...[height, position, time],
    );
  }

  /** Collections and NFTs that contracts have made: the receipt has their ids alone. */
  #madeByContracts({ transaction, height, position, time }: Placed): void {
    const { collections = [], movements, recipient, payload } = transaction;
    // The id begins with the address of its maker, which may be another contract than the one that was called.
    const own = `col:${textIn(payload, 'contract_addr')?.slice(0, CREATOR_CHARACTERS)}:`;
    const makerOf = (id: string): string => orNull(id.startsWith(own) ? recipient : null);
    for (const id of collections)
      this.#tables.nft_collections.add(
        ...[freeText(id), freeText(id.slice(id.lastIndexOf(':') + 1)), orNull(null), makerOf(id), orNull(null)],
        ...[height, position, time],
      );
    for (const { reason, collection_id: id, token_id } of movements)
      if (reason === 'nft_mint' && id !== undefined && token_id !== undefined)
        this.#tables.nft_tokens.add(
          ...[freeText(id), token_id, makerOf(id), orNull(null), orNull(null), orNull(null), height, position, time],
        );
  }
}
