/** A node of the network on this machine: a process of this program.
 *
 *  In: its words. Out: the lines that it prints, and its end. It is in a process group of its own, so that the interrupt key of the
 *  terminal reaches its parent alone, which ends all nodes in order. When the parent is killed, a shell that reads from it
 *  sees the end of its input and ends the node. */

import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { builtFile } from '../../workers/threads/workerFile.js';

export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface ProcessListener {
  /** A line of its log, or of a failed start. */
  line(text: string): void;
  /** It answers requests. */
  ready(): void;
  ended(end: ProcessEnd): void;
}

/** The last line of the banner that says where it answers. */
const READY = /^ {2}data {7}/;

export class NodeProcess {
  readonly ended: Promise<ProcessEnd>;
  readonly #child: ChildProcess;
  #isOver = false;

  constructor(words: readonly string[], listener: ProcessListener) {
    const program = fileURLToPath(builtFile('ops/cli/main.js'));
    const child = spawn(process.execPath, [program, ...words], { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    this.#child = child;
    this.ended = new Promise((resolve) => {
      const over = (end: ProcessEnd): void => {
        if (this.#isOver) return;
        this.#isOver = true;
        listener.ended(end);
        resolve(end);
      };
      child.on('close', (code, signal) => over({ code, signal }));
      child.on('error', (error) => {
        listener.line(`the process cannot be started: ${error.message}`);
        over({ code: 1, signal: null });
      });
    });
    lines(child.stdout, (line) => READY.test(line) && listener.ready());
    lines(child.stderr, (line) => listener.line(line));
    endWithParent(child);
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  kill(signal: NodeJS.Signals): void {
    if (!this.#isOver) this.#child.kill(signal);
  }
}

const lines = (stream: Readable, take: (line: string) => void): void => {
  createInterface({ input: stream }).on('line', take);
};

function endWithParent(child: ChildProcess): void {
  if (process.platform === 'win32' || child.pid === undefined) return;
  const shell = spawn('sh', ['-c', 'read -r line || kill -TERM "$0"', String(child.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  shell.unref();
  // The shell may be gone before it is told of the end.
  for (const part of [shell, shell.stdin]) part.on('error', () => {});
  child.on('exit', () => shell.stdin.end('ended\n'));
}
