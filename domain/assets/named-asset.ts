import * as z from 'zod';
import { instant } from '../parameters.ts';
import { createdTimeSchema, svcUserIdSchema, updatedTimeSchema } from '../shared-members.ts';
import { type Asset, originTypes } from './asset.ts';
import { removedAtProviderSchema } from './provided-members.ts';

/** What implements and operators have in common in answers. */
export const namedAssetMembers = {
  id: z.uuid().describe('Id, assigned by Furrow.'),
  svcUserId: svcUserIdSchema,
  name: z.string().describe('The name, as the provider or the files have it.'),
  provider: z.string().nullable().describe('Null for what was found in files, like the ids of the provider.'),
  providerOrganizationId: z
    .string()
    .nullable()
    .describe('Id of the organization at the provider; null if it has none.'),
  originType: z
    .enum(originTypes)
    .describe(
      '`FILE_POOLED`: found in machine files. `PROVIDER_POOLED`: read from a provider. `USER_CREATED`: entered by hand, which only machines are.',
    ),
  removedAtProvider: removedAtProviderSchema,
  createdTime: createdTimeSchema,
  updatedTime: updatedTimeSchema,
};

/** The common members of an asset as it is answered. */
export function shownNamed({ id, svcUserId, name, originType, createdTime, updatedTime, ...asset }: Asset) {
  const { provider = null, providerOrganizationId = null, removedAtProvider } = asset;
  const known = { id, svcUserId, name, provider, providerOrganizationId, originType, createdTime, updatedTime };
  return { ...known, ...(removedAtProvider !== undefined && { removedAtProvider }) };
}

const since = (what: string) => instant.optional().describe(`${what} at this moment or later.`);

/** Filters by times from which on rows are listed. */
export const sinceFilters = { createdTime: since('Created'), updatedTime: since('Last changed') };

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
