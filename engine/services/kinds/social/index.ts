import type { ServiceKind } from '../../serviceKind.js';
import { play } from './play.js';

export const socialKinds: readonly ServiceKind[] = [play];
