import * as z from 'zod';
import type { Page, PageRequest } from '../paging.ts';
import { type ProviderKey, providerOf, providers } from '../providers/providers.ts';

const count = z.int().min(0);

/** What a user has from a provider that it is connected to. */
export const resourceCountsSchema = z
  .object({
    provider: z.enum(providers.map(({ key }) => key)),
    svcUserId: z.uuid(),
    growers: count.optional().describe('Absent for providers without growers.'),
    farms: count.optional().describe('Absent for providers without farms.'),
    fields: count,
    syncReferenceTime: z.iso
      .datetime()
      .optional()
      .describe('When the last sync round over the provider ended; absent before the first round.'),
  })
  .meta({ id: 'ResourceCounts' });

export type ResourceCounts = z.infer<typeof resourceCountsSchema>;

/** A connection of a user to a provider, with all that is counted of it. */
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

/** Counts of what came from providers, kept with every write. */
export interface ResourceCountsStore {
  /** One page of an owner's connections, by user and provider; without those of users that have been deleted. */
  list(ownerId: string, filter: CountsFilter, asked: PageRequest): Promise<Page<CountedConnection>>;
}

/** The counts as they are shown: what a provider does not deliver is left out. */
export function shownCounts({ growers, farms, syncReferenceTime, ...counts }: CountedConnection): ResourceCounts {
  const { delivers } = providerOf(counts.provider);
  return {
    ...counts,
    ...(delivers.includes('growers') && { growers }),
    ...(delivers.includes('farms') && { farms }),
    ...(syncReferenceTime !== undefined && { syncReferenceTime }),
  };
}
