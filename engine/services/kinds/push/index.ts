import type { ServiceKind } from '../../serviceKind.js';
import { register } from './register.js';
import { unregister } from './unregister.js';

export const pushKinds: readonly ServiceKind[] = [register, unregister];
