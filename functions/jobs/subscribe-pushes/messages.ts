import * as z from 'zod';

/** A user of a provider whose subscriptions are created or renewed, if it is time. */
export const subscribeMessage = z.object({
  ownerId: z.string(),
  svcUserId: z.string(),
  provider: z.literal('JohnDeere'),
});

export type SubscribeMessage = z.infer<typeof subscribeMessage>;
