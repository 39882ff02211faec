/** `rouged contract`: what authors of contracts do. The compilers are loaded when a command needs them. */

import type { Subcommand } from '../subcommand.js';
import { runBuild } from './buildCommand.js';
import { runNew } from './newCommand.js';
import { runCall, runDeploy, runQuery } from './nodeCommands.js';
import { type ContractTable, contractTable } from './options.js';
import { runMethod } from './runCommand.js';
import { runTests } from './testCommand.js';

export const contractCommand: Subcommand<ContractTable> = {
  name: 'contract',
  summary: 'rouged contract: write, test and deploy contracts.',
  table: contractTable,
  isJsonAll: true,
  actions: {
    new: {
      usage: '<name>',
      help: 'Make a directory with a first contract, its tests and a README.',
      options: [],
      words: 1,
      run: runNew,
    },
    build: {
      usage: '[file or directory] [--out <file>] [--component]',
      help: 'Compile AssemblyScript (.ts) or WAT, or check a .wasm of another compiler; print what a node makes of it.',
      options: ['out', 'component', 'prices', 'json'],
      words: 1,
      run: runBuild,
    },
    test: {
      usage: '[file or directory]',
      help: 'Run the tests of this directory, another or a file, against a ledger in memory; print fuel and coverage.',
      options: ['prices', 'json'],
      words: 1,
      run: runTests,
    },
    run: {
      usage: '<file> <method> [--args <JSON>] [--gas <fuel>] [--caller <key>] [--attach <decimal>]',
      help: 'Run one method without a node, over an empty ledger.',
      options: ['args', 'gas', 'caller', 'attach', 'token', 'prices', 'json'],
      words: 2,
      run: runMethod,
    },
    deploy: {
      usage: '[file or directory]',
      help: 'Build a contract and publish it. A byte costs 0.000001 XRGE.',
      options: ['url', 'file', 'account', 'data-dir', 'wait', 'json'],
      words: 1,
      run: runDeploy,
    },
    call: {
      usage: '<address> <method> [--args <JSON>] [--attach <decimal>] [--gas <fuel>]',
      help: 'Call a method and pay for the fuel that it uses: 0.000001 XRGE each.',
      options: ['args', 'gas', 'attach', 'token', 'url', 'file', 'account', 'data-dir', 'wait', 'json'],
      words: 2,
      run: runCall,
    },
    query: {
      usage: '<address> <method> [--args <JSON>] [--caller <key>]',
      help: 'Ask a node what a method would return. Free, and changes nothing.',
      options: ['args', 'attach', 'token', 'caller', 'url', 'account', 'data-dir', 'json'],
      words: 2,
      run: runQuery,
    },
  },
};
