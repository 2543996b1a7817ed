import * as z from 'zod';
import { idInPath } from '../../../http/parameters.ts';

/** The path parameters of one machine file. */
export const filePath = z.object({ fileId: idInPath });
