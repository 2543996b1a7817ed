import * as z from 'zod';
import { idInPath } from '../../../http/parameters.ts';

/** The path parameters of one field operation. */
export const operationPath = z.object({ operationId: idInPath });
