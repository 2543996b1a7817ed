import * as z from 'zod';
import { instant, textFilter, userFilter } from '../parameters.ts';
import { type Asset, originTypes } from './asset.ts';

/** An implement of a service user: what a machine pulls or carries. */
export const implementSchema = z
  .object({
    id: z.uuid(),
    svcUserId: z.uuid(),
    name: z.string(),
    provider: z
      .string()
      .nullable()
      .describe('Null for an implement that was found in files, like the ids of the provider.'),
    providerImplementId: z.string().nullable(),
    providerOrganizationId: z.string().nullable(),
    originType: z.enum(originTypes),
    serialNumber: z.string().optional(),
    make: z.string().optional(),
    model: z.string().optional(),
    category: z.string().optional(),
    createdTime: z.iso.datetime(),
    updatedTime: z.iso.datetime(),
  })
  .meta({ id: 'Implement' });

export type Implement = z.infer<typeof implementSchema>;

const since = (what: string) => instant.optional().describe(`${what} at this moment or later.`);

/** Filters by times from which on rows are listed. */
export const sinceFilters = { createdTime: since('Created'), updatedTime: since('Last changed') };

/** Filters of a list of implements. Texts match exactly. */
export const implementFilters = {
  svcUserId: userFilter.describe('Optional; must be the user in the path.'),
  name: textFilter,
  provider: textFilter,
  providerImplementId: textFilter,
  providerOrganizationId: textFilter,
  ...sinceFilters,
};

export const implementSortFields = [
  ...['id', 'svcUserId', 'name', 'provider', 'providerOrganizationId', 'providerImplementId', 'serialNumber'],
  ...['model', 'make', 'category'],
] as const;

/** An implement as it is answered. */
export function shownImplement(asset: Asset): Implement {
  const { id, svcUserId, name, provider, providerId, providerOrganizationId, originType, createdTime, updatedTime } =
    asset;
  const { serialNumber, make, model, category } = asset;
  return {
    ...{ id, svcUserId, name },
    provider: provider ?? null,
    providerImplementId: providerId ?? null,
    providerOrganizationId: providerOrganizationId ?? null,
    ...{ originType, serialNumber, make, model, category, createdTime, updatedTime },
  };
}

/**
 * The comparisons of `sinceFilters`.
 *
 * @example shownBy('implements', query, shownImplement, sinceTests(query))
 */
export function sinceTests(query: { createdTime?: number | undefined; updatedTime?: number | undefined }) {
  type Times = { createdTime: string; updatedTime: string };
  const from = (name: keyof Times) => (row: Times) => Date.parse(row[name]) >= (query[name] ?? 0);
  return { createdTime: from('createdTime'), updatedTime: from('updatedTime') };
}
