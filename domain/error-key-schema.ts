import * as z from 'zod';
import { errorKeyNames } from './error-keys.ts';

/** What callers branch on: every key that the API answers. */
export const errorKeySchema = z
  .enum(errorKeyNames)
  .describe('Machine-readable. The table of errors in the documentation says what each means.')
  .meta({ id: 'ErrorKey' });
