/** Chapter Push registry. */

import { serviceRoute } from './serviceRoute.js';

export const pushRoutes = [serviceRoute('push_register', {}), serviceRoute('push_unregister', {})];
