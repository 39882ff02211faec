/** The certificate of the latest block, which no later block carries yet. */

import { type Certificate, decodeCertificate } from '../chain/certificate.js';
import { metaKey } from './keys.js';
import type { KeyReader } from './port.js';

/** @param height of the tip, or of any block. @returns undefined for every other block, for a tip whose height has no certificate,
 *  and where a version wrote the tip that did not keep it. */
export async function tipCertificate(reader: KeyReader, height: number): Promise<Certificate | undefined> {
  const bytes = await reader.get(metaKey('certificate'));
  const certificate = bytes && decodeCertificate(bytes);
  return certificate?.height === height ? certificate : undefined;
}
