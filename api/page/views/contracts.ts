/** All contracts, by pages, newest first. */

import type { ContractList, ContractRecord } from '../contractAnswers.js';
import { bytes, contractLink } from '../contracts.js';
import type { Child } from '../dom.js';
import { account, amount, blockLink, time } from '../parts.js';
import type { Place, View } from '../view.js';
import { type AssetListKind, AssetListView } from './assetList.js';

const rowOf = (contract: ContractRecord): readonly Child[] => [
  contractLink(contract.address),
  account(contract.deployer_address || contract.deployer),
  amount(contract.balance_quanta),
  bytes(contract.storage_bytes),
  bytes(contract.wasm_size),
  blockLink(contract.created_height),
  time(contract.created_at),
];

const contracts: AssetListKind<ContractList, ContractRecord> = {
  title: 'Contracts',
  heading: 'Contracts',
  section: 'Code on the chain',
  one: 'contract',
  many: 'contracts',
  path: '/api/contracts',
  href: '#/contracts',
  perPage: 20,
  refreshMs: 15_000,
  columns: [
    { name: 'Contract' },
    { name: 'Deployed by' },
    { name: 'Balance', look: 'end' },
    { name: 'Keeps', look: 'wide end' },
    { name: 'Code', look: 'wide end' },
    { name: 'Block', look: 'wide end' },
    { name: 'Since', look: 'wide end' },
  ],
  items: ({ contracts }) => contracts,
  row: rowOf,
};

export const contractsView = (place: Place): View => new AssetListView(contracts, place);
