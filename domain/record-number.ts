import * as z from 'zod';
import { wholeNumber } from './parameters.ts';

/** Growers and farms are numbered in their owner. Clients keep the numbers in 32 bits with a sign. */
export const largestRecordNumber = 2_147_483_647;

export const recordNumberSchema = z.int().min(1).max(largestRecordNumber);

/** The number of a grower or a farm in a path or a query string. */
export const recordNumber = wholeNumber(1, largestRecordNumber);

const maxName = 255;

/** What a grower or a farm is called. */
export const recordNameSchema = z
  .string('name must be a text')
  .trim()
  .min(1, 'name must not be blank')
  .max(maxName, `name has at most ${maxName} characters`);

/**
 * How many ids a record lists of what hangs on it: with 500 ids of 64 characters, a page of a hundred farms stays under 5 MB.
 * The rest is found by the filter that the member's description names.
 */
export const idsShownUpTo = 500;
