import * as z from 'zod';

/** The code of an analyte in a query string. A file's own name for an analyte that is not known can be one, if it begins with a letter or digit. */
export const analyteParameter = z
  .string()
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} .,%()/+_-]{0,99}$/u, 'must be the code of an analyte, such as P');
