import * as z from 'zod';
import { providers } from '../../../domain/providers/providers.ts';

/** What is to be done with the irrigation of a user; nothing but what is noted already, if neither is named. */
export const irrigationMessage = z.object({
  ownerId: z.string(),
  svcUserId: z.string(),
  /** The account at this provider is read. */
  follow: z.enum(providers.map(({ key }) => key)).optional(),
  /** The boundary of this field has changed: its irrigation is cut again. */
  cut: z.string().optional(),
});

export type IrrigationMessage = z.infer<typeof irrigationMessage>;
