import type { ServiceKind } from '../../serviceKind.js';

export const mailKinds: readonly ServiceKind[] = [];
