import * as z from 'zod';
import { eventTypes } from '../../../domain/events/event-types.ts';
import { instant, userFilter, wholeNumber } from '../../../domain/parameters.ts';

const maxSlice = 100;
const usualSlice = 20;

/** Parameters of a chronological list, which has cursors instead of page numbers. */
export const sliceParameters = {
  size: wholeNumber(1, maxSlice)
    .optional()
    .describe(`Items in a response; default ${usualSlice}, maximum ${maxSlice}.`),
  cursor: z
    .string()
    .max(500)
    .regex(/^[\w-]+$/, 'must be taken unchanged from a response')
    .optional()
    .describe('The `cursor` of the previous response.'),
  from: instant.optional().describe('Only items at this time or later.'),
  to: instant.optional().describe('Only items at this time or earlier.'),
};

/** The requested slice, with the default size filled in. */
export function sliceOf<Asked extends { size?: number | undefined }>(asked: Asked): Asked & { size: number } {
  return { ...asked, size: asked.size ?? usualSlice };
}

export const feedFilters = {
  type: z
    .string()
    .max(2_000)
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(eventTypes)))
    .optional()
    .describe('Only these types, separated by commas.'),
  svcUserId: userFilter.describe('Only events of this service user.'),
};
