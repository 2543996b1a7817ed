import * as z from 'zod';
import { givenName } from './given-text.ts';
import { wholeNumber } from './parameters.ts';

/** Growers and farms are numbered per owner. Clients store the numbers as signed 32-bit integers. */
export const maxRecordNumber = 2_147_483_647;

export const recordNumberSchema = z.int().min(1).max(maxRecordNumber);

/** The number of a grower or a farm in a path or a query string. */
export const recordNumber = wholeNumber(1, maxRecordNumber);

/** The name of a grower or a farm. */
export const recordNameSchema = givenName('name');

/**
 * Maximum ids of dependent records in a record: with 500 ids of 64 characters, a page of a hundred farms stays below 5
 * MB. The filter that the member's description names lists the others.
 */
export const idsShownUpTo = 500;
