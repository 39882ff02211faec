import type { ServiceKind } from '../../serviceKind.js';
import { folder } from './folder.js';
import { message } from './message.js';
import { move } from './move.js';
import { read } from './read.js';
import { remove } from './remove.js';
import { send } from './send.js';

export const mailKinds: readonly ServiceKind[] = [send, folder, message, read, move, remove];
