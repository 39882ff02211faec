/** A directory for one test, gone afterwards; a terminal that keeps what was written to it. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Terminal } from '../../../ops/cli/terminal.js';
import type { Environment } from '../../../ops/config/load.js';

export function temporaryDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), 'rouged-ops-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

export interface RecordedTerminal extends Terminal {
  readonly written: { out: string; err: string };
}

export function recordedTerminal(environment: Environment = {}): RecordedTerminal {
  const written = { out: '', err: '' };
  return {
    written,
    environment,
    interactive: false,
    out(text) {
      written.out += text;
    },
    err(text) {
      written.err += text;
    },
  };
}
