import * as z from 'zod';

/**
 * An id at a provider: one segment of its URLs, and a part of keys here. Without control characters, invisible ones and halves of characters, and without what has
 * a meaning in a path: `..` would lead to another resource of the account.
 *
 * @example providerIdSchema.safeParse('..').success // false
 */
export const providerIdSchema = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[^/\\?#\p{Cc}\p{Cf}\p{Cs}]+$/u, 'must be an id of the provider')
  .refine((id) => id !== '.' && !id.includes('..'), 'must be an id of the provider');
