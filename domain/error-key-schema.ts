import * as z from 'zod';
import { errorKeyNames } from './error-keys.ts';

/** Every error key of the API, by which callers tell errors apart. */
export const errorKeySchema = z
  .enum(errorKeyNames)
  .describe('Machine-readable. The table of errors in the documentation says what each means.')
  .meta({ id: 'ErrorKey' });
