import type { ServiceKind } from '../../serviceKind.js';

export const pushKinds: readonly ServiceKind[] = [];
