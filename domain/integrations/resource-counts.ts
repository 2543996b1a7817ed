import * as z from 'zod';
import type { Page, PageRequest } from '../paging.ts';
import { type ProviderKey, providerOf, providers } from '../providers/providers.ts';
import { svcUserIdSchema } from '../shared-members.ts';

const count = z.int().min(0);

/** Numbers of a user's resources from one connected provider. */
export const resourceCountsSchema = z
  .object({
    provider: z.enum(providers.map(({ key }) => key)).describe('Key of the provider.'),
    svcUserId: svcUserIdSchema,
    growers: count.optional().describe('Absent for providers without growers.'),
    farms: count.optional().describe('Absent for providers without farms.'),
    fields: count.describe('How many fields came from the provider.'),
    syncReferenceTime: z.iso
      .datetime()
      .optional()
      .describe('When the last sync round over the provider ended; absent before the first round.'),
  })
  .meta({ id: 'ResourceCounts' });

export type ResourceCounts = z.infer<typeof resourceCountsSchema>;

/** A connection of a user to a provider, with its counts. */
export interface CountedConnection {
  provider: ProviderKey;
  svcUserId: string;
  growers: number;
  farms: number;
  fields: number;
  syncReferenceTime: string | undefined;
}

export interface CountsFilter {
  provider?: ProviderKey | undefined;
  svcUserId?: string | undefined;
}

/** Counts of resources from providers, updated with every write. */
export interface ResourceCountsStore {
  /** One page of an owner's connections, by user and provider, without deleted users. */
  list(ownerId: string, filter: CountsFilter, asked: PageRequest): Promise<Page<CountedConnection>>;
}

/** The counts in a response, without those that a provider does not deliver. */
export function shownCounts({ growers, farms, syncReferenceTime, ...counts }: CountedConnection): ResourceCounts {
  const { delivers } = providerOf(counts.provider);
  return {
    ...counts,
    ...(delivers.includes('growers') && { growers }),
    ...(delivers.includes('farms') && { farms }),
    ...(syncReferenceTime !== undefined && { syncReferenceTime }),
  };
}
