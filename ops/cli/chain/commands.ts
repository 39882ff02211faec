/** `rouged export`, `import`, `verify-db` and `backup`: what an operator does with a whole chain. */

import {
  badOption,
  booleanOption,
  integerOption,
  type OptionTable,
  optionalInteger,
  pathOption,
  urlOption,
} from '../../config/optionKinds.js';
import { optionTable } from '../../config/schema.js';
import { type Command, commandHelp, runCommand } from '../subcommand.js';
import type { Terminal } from '../terminal.js';
import { backup } from './backup.js';
import { exportBlocks } from './exportBlocks.js';
import { importBlocks } from './importBlocks.js';
import { verifyDatabase } from './verifyDatabase.js';

const OPTIONS = 'Options';

const dataDir = { ...optionTable['data-dir'], chapter: OPTIONS };
const verifyWorkers = { ...optionTable['verify-workers'], chapter: OPTIONS };
const genesis = pathOption({
  chapter: OPTIONS,
  environment: ['QV_GENESIS'],
  placeholder: 'file',
  help: 'Genesis file of the network; default: genesis.json in the data directory.',
});

const missingFile = (name: string) => badOption(`rouged ${name} needs a file of blocks`);

const exportTable = {
  'data-dir': dataDir,
  url: urlOption({
    chapter: OPTIONS,
    environment: [],
    help: 'A running node to read the blocks from, instead of a data directory.',
  }),
  'from-height': integerOption({
    chapter: OPTIONS,
    environment: [],
    default: 0,
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    placeholder: 'height',
    help: 'First block of a new file.',
  }),
  'to-height': optionalInteger({
    chapter: OPTIONS,
    environment: [],
    defaultText: 'the newest',
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    placeholder: 'height',
    help: 'Last block.',
  }),
};

const exportCommand: Command<typeof exportTable> = {
  name: 'export',
  usage: '<file> [options]',
  help: 'Write blocks as JSON lines, one block a line. A file that is there already is continued.',
  table: exportTable,
  options: ['data-dir', 'url', 'from-height', 'to-height'],
  words: 1,
  run: async (values, terminal, [file]) =>
    file === undefined ? missingFile('export') : exportBlocks({ ...values, file }, terminal),
};

const importTable = { 'data-dir': dataDir, genesis, 'verify-workers': verifyWorkers };

const importCommand: Command<typeof importTable> = {
  name: 'import',
  usage: '<file> [options]',
  help: "Bring blocks of JSON lines into a data directory, checked as a peer's; - reads standard input. Blocks that are there already are passed over.",
  table: importTable,
  options: ['data-dir', 'genesis', 'verify-workers'],
  words: 1,
  run: async (values, terminal, [file]) =>
    file === undefined ? missingFile('import') : importBlocks({ ...values, file }, terminal),
};

const verifyTable = {
  ...importTable,
  json: booleanOption({ chapter: OPTIONS, environment: [], default: false, help: 'Answer in JSON.' }),
};

const verifyCommand: Command<typeof verifyTable> = {
  name: 'verify-db',
  usage: '[options]',
  help: 'Read a whole chain again and recompute every hash, signature and root. Exit code 0: sound, 1: damaged, 2: not looked at.',
  table: verifyTable,
  options: ['data-dir', 'genesis', 'verify-workers', 'json'],
  run: verifyDatabase,
};

const backupTable = { 'data-dir': dataDir, genesis };

const backupCommand: Command<typeof backupTable> = {
  name: 'backup',
  usage: '<directory> [options]',
  help: 'Copy the chain at one height into a directory of its own, also while the node runs. Key and journals are not copied.',
  table: backupTable,
  options: ['data-dir', 'genesis'],
  words: 1,
  run: async (values, terminal, [directory]) =>
    directory === undefined
      ? badOption('rouged backup needs the directory to copy to')
      : backup({ ...values, directory }, terminal),
};

interface ChainCommand {
  readonly summary: string;
  readonly help: string;
  run(words: readonly string[], terminal: Terminal): Promise<number>;
}

const chainCommand = <Table extends OptionTable>(summary: string, command: Command<Table>): ChainCommand => ({
  summary,
  help: commandHelp(command),
  run: (words, terminal) => runCommand(command, words, terminal),
});

/** By name. */
export const chainCommands: Readonly<Record<string, ChainCommand>> = {
  export: chainCommand('Write blocks into a file of JSON lines.', exportCommand),
  import: chainCommand('Bring such a file into a data directory.', importCommand),
  'verify-db': chainCommand('Check a whole chain, from its first byte to its last.', verifyCommand),
  backup: chainCommand('Copy the chain at one height, also while the node runs.', backupCommand),
};
