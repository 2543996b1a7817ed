import * as z from 'zod';

/** Range of magnitudes besides 0 that DynamoDB stores (Amazon DynamoDB, data types). */
const least = 1e-130;
const most = 9.99e125;

/** Schema of any number that can be stored. JavaScript numbers have at most 17 digits, DynamoDB stores 38. */
export const storedNumber = (error?: string) =>
  z.number(error).refine((value) => value === 0 || (Math.abs(value) >= least && Math.abs(value) <= most), {
    error: error ?? 'must be 0, or between 1e-130 and 9.99e125 without its sign',
  });
