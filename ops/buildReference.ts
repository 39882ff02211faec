/** Makes the description of the API and its page, which a start then only reads. Runs as a program at the end of the build. */

import { writeReference } from '../api/openapi/reference.js';
import { routes } from '../api/routes/index.js';
import { programVersion } from './version.js';

writeReference(
  routes.map(({ description }) => description),
  programVersion(),
);
