/** The version of this program. */

import { existsSync, readFileSync } from 'node:fs';

/** Version of the package that this file belongs to, wherever it was built to. */
export function version(): string {
  for (const path of ['../package.json', '../../package.json']) {
    const url = new URL(path, import.meta.url);
    if (!existsSync(url)) continue;
    const manifest: unknown = JSON.parse(readFileSync(url, 'utf8'));
    if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) return String(manifest.version);
  }
  return 'unknown';
}
