import * as z from 'zod';

/** Range of magnitudes besides 0 that DynamoDB stores (Amazon DynamoDB, data types). */
const min = 1e-130;
const max = 9.99e125;

/** Schema of any number that can be stored. JavaScript numbers have at most 17 digits, DynamoDB stores 38. */
export const storedNumber = (error?: string) =>
  z.number(error).refine((value) => value === 0 || (Math.abs(value) >= min && Math.abs(value) <= max), {
    error: error ?? 'must be 0, or between 1e-130 and 9.99e125 without its sign',
  });
