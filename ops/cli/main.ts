#!/usr/bin/env node
/** The program `rouged`: standard streams and process exit around `program`. */

import { bundledFile } from '../../workers/threads/workerFile.js';
import { EXIT_FAILED } from './terminal.js';

const { program } = (await import(bundledFile('ops/cli/program.js').href)) as typeof import('./program.js');

/** A reader that closes the pipe (`rouged --help | head -1`) is not an error. */
function endQuietly(error: Error): void {
  if ('code' in error && error.code === 'EPIPE') process.exit(0);
  throw error;
}
process.stdout.on('error', endQuietly);
process.stderr.on('error', endQuietly);

try {
  process.exitCode = await program(process.argv.slice(2), {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    environment: process.env,
    interactive: process.stderr.isTTY === true,
  });
} catch (error) {
  process.stderr.write(`rouged: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = EXIT_FAILED;
}
