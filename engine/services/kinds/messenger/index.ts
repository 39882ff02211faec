import type { ServiceKind } from '../../serviceKind.js';

export const messengerKinds: readonly ServiceKind[] = [];
