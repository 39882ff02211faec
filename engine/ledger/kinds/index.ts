/** The table of kinds: adding a kind of transaction is one new file and one line here. */

import type { AnyKind } from '../kind.js';
import { faucet } from './faucet.js';
import { transfer } from './transfer.js';

export const kinds: readonly AnyKind[] = [transfer, faucet];

const byName: ReadonlyMap<string, AnyKind> = new Map(kinds.map((kind) => [kind.name, kind]));

/** @returns the kind of an operation's name, or undefined for a name that no kind has. */
export const kindOf = (operation: string): AnyKind | undefined => byName.get(operation);
