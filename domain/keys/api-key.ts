import * as z from 'zod';
import { timestamp } from '../clock.ts';
import { givenText } from '../given-text.ts';
import { createdTimeSchema, svcUserIdSchema } from '../shared-members.ts';
import { givenUserId } from '../users/given-user-id.ts';

const shortestSeconds = 900;
/** Maximum and default lifetime: a year. */
const maxSeconds = 365 * 24 * 60 * 60;

/** An API key of one service user. The key itself is returned once, when it is created. */
export const apiKeySchema = z
  .object({
    id: z.uuid().describe('Id of the key, by which it is revoked.'),
    key: z.string().describe('Masked, except for the part that distinguishes keys.'),
    svcUserId: svcUserIdSchema.describe('Id of the service user whose pages the key opens.'),
    createdTime: createdTimeSchema,
    expiresAt: z.iso.datetime().describe('When the key ceases to be valid, in UTC.'),
    description: z.string().optional().describe('What the owner noted about the key; absent if nothing.'),
    valid: z.boolean().describe('Whether the key is accepted at this moment.'),
    revokedAt: z.iso.datetime().optional().describe('When the key was revoked, in UTC; absent if it was not.'),
  })
  .meta({ id: 'ApiKey' });

export type ApiKey = z.infer<typeof apiKeySchema>;

/** A key as it is stored; its validity depends on the time. */
export type StoredApiKey = Omit<ApiKey, 'valid'>;

/** The body that creates a key. */
export const newApiKeySchema = z
  .strictObject({
    svcUserId: givenUserId,
    expiresIn: z
      .int()
      .min(shortestSeconds)
      .max(maxSeconds)
      .default(maxSeconds)
      .describe('How many seconds the key is valid; a year by default.'),
    description: givenText('description').optional().describe('A note about the key, for the owner.'),
  })
  .meta({ id: 'NewApiKey' });

export type NewApiKey = z.output<typeof newApiKeySchema>;

/** A key as it is returned once, complete. */
export const createdApiKeySchema = apiKeySchema
  .omit({ revokedAt: true })
  .extend({
    key: z.string().describe('The complete key. It is never returned again.'),
    valid: z.literal(true).describe('True: a new key is accepted at once.'),
  })
  .meta({ id: 'CreatedApiKey' });

/** The record of a new key, which contains only its mask. */
export function newApiKey(
  { id, mask, now }: { id: string; mask: string; now: number },
  { svcUserId, expiresIn, description }: NewApiKey,
): StoredApiKey {
  return {
    id,
    key: mask,
    svcUserId,
    createdTime: timestamp(now),
    expiresAt: timestamp(now + expiresIn * 1000),
    ...(description !== undefined && { description }),
  };
}

/** A key in lists at a given time (milliseconds since 1970). */
export function shownApiKey(key: StoredApiKey, now: number): ApiKey {
  return { ...key, valid: key.revokedAt === undefined && Date.parse(key.expiresAt) > now };
}
