import * as z from 'zod';

/** What DynamoDB keeps of a number: 0, or a magnitude between these (Amazon DynamoDB, data types). */
const least = 1e-130;
const most = 9.99e125;

/** Any number that can be stored. A JavaScript number has 17 digits at most, and DynamoDB keeps 38. */
export const storedNumber = (error?: string) =>
  z.number(error).refine((value) => value === 0 || (Math.abs(value) >= least && Math.abs(value) <= most), {
    error: error ?? 'must be 0, or between 1e-130 and 9.99e125 without its sign',
  });
