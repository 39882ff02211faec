/** Tokens and collections by their symbols and by every word of their names.
 *
 *  In: created tokens and collections, and tokens that the genesis file allocated. Out: those that begin with a text, ignoring
 *  case. No name ever changes or disappears. An entry is one string: the words, a zero character, and what they name. */

import { SortedList } from '../../state/sortedList.js';
import type { Change, State } from '../../state/state.js';
import { type Collection, type CollectionTexts, collections, collectionTexts } from '../nftTables.js';
import { supplies } from '../tables.js';
import { builtInToken, builtInTokens } from '../tokens.js';
import { type Token, tokens } from '../tokenTables.js';
import type { StateIndex } from './stateIndex.js';

export type Named =
  /** The symbol in upper case. */
  { readonly kind: 'token'; readonly symbol: string } | { readonly kind: 'collection'; readonly id: string };

/** Words by which a name can be found. A name has at most 100 characters. */
const WORDS = 12;

/** Entries that are looked at for each wanted result: several words of one name may match. */
const LOOKED_AT = 4;

const END = '\0';
const TOKEN = 't';
const COLLECTION = 'c';

const byCode = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** A text in the form in which it is compared: one form of each letter, one space between words. */
const folded = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim();

/** The parts of a name that begin at each of its words. */
function* startsOf(name: string): Generator<string> {
  const words = folded(name).split(' ');
  for (let first = 0; first < Math.min(words.length, WORDS); first++) yield words.slice(first).join(' ');
}

export class NameIndex implements StateIndex {
  readonly #names = new SortedList(byCode);

  constructor() {
    for (const { symbol, name } of builtInTokens) this.#addToken(symbol, name);
  }

  load(state: State): void {
    for (const [symbol, { name }] of state.entries(tokens)) this.#addToken(symbol, name);
    for (const [symbol] of state.entries(supplies)) this.#addGivenOut(symbol);
    for (const [id, { symbol }] of state.entries(collections)) this.#add(symbol, COLLECTION + id);
    for (const [id, { name }] of state.entries(collectionTexts)) this.#add(name, COLLECTION + id);
  }

  apply(changes: readonly Change[]): void {
    for (const { table, key, before, after } of changes) {
      if (before || !after) continue;
      if (table.id === tokens.id) this.#addToken(key, (after as Token).name);
      else if (table.id === supplies.id) this.#addGivenOut(key);
      else if (table.id === collections.id) this.#add((after as Collection).symbol, COLLECTION + key);
      else if (table.id === collectionTexts.id) this.#add((after as CollectionTexts).name, COLLECTION + key);
    }
  }

  #addToken(symbol: string, name: string): void {
    this.#addGivenOut(symbol);
    this.#add(name, TOKEN + symbol);
  }

  #addGivenOut(symbol: string): void {
    this.#add(builtInToken(symbol)?.shown ?? symbol, TOKEN + symbol);
  }

  #add(name: string, what: string): void {
    for (const start of startsOf(name)) if (start !== '') this.#names.add(start + END + what);
  }

  /** Finds what has a symbol or a word that begins with the text; exact matches come first. */
  find(text: string, limit: number): readonly Named[] {
    const wanted = folded(text);
    const found = new Map<string, Named>();
    if (wanted === '') return [];
    for (const entry of this.#names.from(this.#names.rankOf(wanted), LOOKED_AT * limit)) {
      if (!entry.startsWith(wanted) || found.size === limit) break;
      const what = entry.slice(entry.lastIndexOf(END) + 1);
      const name = what.slice(1);
      found.set(what, what[0] === TOKEN ? { kind: 'token', symbol: name } : { kind: 'collection', id: name });
    }
    return [...found.values()];
  }
}
