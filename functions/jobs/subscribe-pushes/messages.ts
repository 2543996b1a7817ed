import * as z from 'zod';
import { exchanging } from '../../../domain/providers/providers.ts';

/** A user of a provider whose subscriptions are created or renewed, if it is time. */
export const subscribeMessage = z.object({
  ownerId: z.string(),
  svcUserId: z.string(),
  provider: z.enum(exchanging('push')),
});

export type SubscribeMessage = z.infer<typeof subscribeMessage>;
