/** Where the history in PostgreSQL is: of `rouged index`, which writes it, and of nodes that answer from it. */

import { matching, shownUrl, textOption } from './optionKinds.js';

/** Every user of a machine reads the flags of its processes. */
export const postgresUrl = {
  ...matching(
    /^postgres(ql)?:\/\/(?!.*[?&](?:password|sslpassword|options)=)([^\s/?#:@]+@)?[^\s@]*$/i,
    'a postgres:// URL without options and without a password: that is in PGPASSWORD, or in the file that PGPASSFILE names',
  ),
  shown: shownUrl,
};

export const historyOptions = {
  'index-postgres': textOption({
    chapter: 'Index',
    placeholder: 'url',
    rule: postgresUrl,
    help: 'Database of an index of this chain (`rouged index`), such as postgres://reader@127.0.0.1/rouged: /api/analytics and more of /api/search are answered from it.',
  }),
};
