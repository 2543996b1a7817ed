import * as z from 'zod';
import { textFilter, userFilter } from '../parameters.ts';
import { providerFilter } from '../providers/provider-filter.ts';
import type { Asset } from './asset.ts';
import { namedAssetMembers, shownNamed, sinceFilters } from './named-asset.ts';
import { inFilesSchema } from './provided-members.ts';

/** An implement of a service user: what a machine pulls or carries. */
export const implementSchema = z
  .object({
    ...namedAssetMembers,
    providerImplementId: z
      .string()
      .nullable()
      .describe('Id of the implement at its provider; null for one that was found in files.'),
    serialNumber: z.string().optional().describe('Serial number, as the provider or the files have it.'),
    make: z.string().optional().describe('The manufacturer, as the provider or the files name it.'),
    model: z.string().optional().describe('The model, as the provider or the files name it.'),
    category: z.string().optional().describe('The kind of implement, as the provider or the files name it.'),
    inFiles: inFilesSchema,
  })
  .meta({ id: 'Implement' });

export type Implement = z.infer<typeof implementSchema>;

/** Filters of a list of implements. Texts match exactly. */
export const implementFilters = {
  svcUserId: userFilter.describe('Optional; must be the user in the path.'),
  name: textFilter.describe('Only implements with this name.'),
  provider: providerFilter,
  providerImplementId: textFilter.describe('Only the implement with this id at the provider.'),
  providerOrganizationId: textFilter.describe('Only implements of this organization at the provider.'),
  ...sinceFilters,
};

export const implementSortFields = [
  ...['id', 'svcUserId', 'name', 'provider', 'providerOrganizationId', 'providerImplementId', 'serialNumber'],
  ...['model', 'make', 'category'],
] as const;

/** An implement as it is answered. */
export function shownImplement(asset: Asset): Implement {
  const { providerId, serialNumber, make, model, category, inFiles } = asset;
  return {
    ...shownNamed(asset),
    providerImplementId: providerId ?? null,
    serialNumber,
    make,
    model,
    category,
    inFiles,
  };
}
