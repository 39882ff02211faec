/** The version of the program: that of the package to which this file belongs, wherever it was built to. */

import { existsSync, readFileSync } from 'node:fs';

/** @returns `unknown` when the program is not in its package. */
export function programVersion(): string {
  for (const path of ['../package.json', '../../package.json']) {
    const url = new URL(path, import.meta.url);
    if (!existsSync(url)) continue;
    const manifest: unknown = JSON.parse(readFileSync(url, 'utf8'));
    if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) return String(manifest.version);
  }
  return 'unknown';
}
