/** The table of service kinds: adding one is one file and one line. */

import { invariant } from '../../base/refusal.js';
import type { ServiceKind } from '../serviceKind.js';
import { mailKinds } from './mail/index.js';
import { messengerKinds } from './messenger/index.js';
import { pushKinds } from './push/index.js';
import { socialKinds } from './social/index.js';
import { streamSubscribe } from './stream/subscribe.js';
import { voteKinds } from './votes/index.js';

export const serviceKinds: readonly ServiceKind[] = [
  ...messengerKinds,
  ...mailKinds,
  ...socialKinds,
  ...voteKinds,
  ...pushKinds,
  streamSubscribe,
];

const byName = new Map(serviceKinds.map((kind) => [kind.name, kind]));
invariant(byName.size === serviceKinds.length, 'every service kind has a name of its own');

for (const { name, keptAs, scope, outlivesRetention } of serviceKinds) {
  const keeper = keptAs === undefined ? undefined : byName.get(keptAs);
  const fits = keeper && !keeper.keptAs && keeper.scope === scope && keeper.outlivesRetention === outlivesRetention;
  invariant(keptAs === undefined || fits, `records of ${name} are kept, sent and ended as those of ${keptAs}`);
}

export const serviceKindOf = (name: string): ServiceKind | undefined => byName.get(name);
