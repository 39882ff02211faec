import type { ServiceKind } from '../../serviceKind.js';

export const voteKinds: readonly ServiceKind[] = [];
