/** `npm run client:generate`: writes the generated part of the client. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { generatedFiles } from './files.js';

for (const [path, text] of Object.entries(generatedFiles())) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  process.stdout.write(`${path}\n`);
}
