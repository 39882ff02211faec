/** What the client signs is what the engine and the published client read: the same text, the same identity, the same
 *  amounts; and keys move between the three. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { Account } from '../../../../api/client/account.js';
import { RougedError } from '../../../../api/client/error.js';
import type { OperationFields, OperationName } from '../../../../api/client/generated/routes.js';
import { canonicalText, type SignOptions } from '../../../../api/client/payload.js';
import { type SignedRequest, signRequest } from '../../../../api/client/signing.js';
import { utf8 } from '../../../../engine/base/bytes.js';
import { canonicalJson, parseJson } from '../../../../engine/base/json.js';
import { SIGNED_JSON } from '../../../../engine/base/limits.js';
import { isRefusal } from '../../../../engine/base/refusal.js';
import { verifyRequest } from '../../../../engine/intake/verify.js';
import { kindOfTransaction } from '../../../../engine/ledger/kinds/index.js';
import { nativeProtocol } from '../../../../engine/protocol/native.js';
import { nobleBackend } from '../../../../engine/crypto/mldsa.js';
import { loadKeyFile } from '../../../../ops/config/nodeKeys.js';
import { loadPublishedClient, type PublishedClient } from '../../../support/publishedClient.js';
import { CHAIN_ID, actor } from '../../../support/transactions.js';

const TIME = 1_767_225_600_000;
const account = Account.fromSeed('07'.repeat(32));
const bob = actor('signing: bob');

let sdk: PublishedClient;
beforeAll(async () => {
  sdk = await loadPublishedClient();
});

const sign = <Name extends OperationName>(operation: Name, fields: OperationFields[Name], options?: SignOptions): SignedRequest =>
  signRequest(account, operation, fields, { chainId: CHAIN_ID, timestamp: TIME }, options);
