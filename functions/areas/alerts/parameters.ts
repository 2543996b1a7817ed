import * as z from 'zod';
import { eventTypes } from '../../../domain/events/event-types.ts';
import { instant, userFilter, wholeNumber } from '../../../domain/parameters.ts';

const largestSlice = 100;
const usualSlice = 20;

/** A part of a list in the order of time, which has no pages by number. */
export const sliceParameters = {
  size: wholeNumber(1, largestSlice)
    .optional()
    .describe(`Items in an answer, ${usualSlice} unless given, at most ${largestSlice}.`),
  cursor: z
    .string()
    .max(500)
    .regex(/^[\w-]+$/, 'must be taken unchanged from an answer')
    .optional()
    .describe('Where to go on: `cursor` of the answer before.'),
  from: instant.optional().describe('Not before this time.'),
  to: instant.optional().describe('Not after this time.'),
};

/** What is asked for, with the usual size. */
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
