/** Chapter Social: tracks, artists, posts. */

import { Type } from '../../routing/schema.js';
import { serviceRoute } from './serviceRoute.js';

const Count = Type.Integer({ minimum: 0 });

export const socialRoutes = [serviceRoute('social_play', { plays: Count })];
