import * as z from 'zod';
import { providerFilter } from '../providers/provider-filter.ts';
import type { Asset } from './asset.ts';
import { namedAssetMembers, shownNamed, sinceFilters } from './named-asset.ts';

/** A person who operates machines of a service user. */
export const operatorSchema = z
  .object({
    ...namedAssetMembers,
    providerOperatorId: z
      .string()
      .nullable()
      .describe('Id of the operator at the provider; null for one that was found in files.'),
    license: z.string().nullable().describe('Number of the licence, as the provider has it; null if it has none.'),
    status: z
      .enum(['ACTIVE', 'ARCHIVED'])
      .describe('`ARCHIVED` if the provider says so; `ACTIVE` otherwise, also if it was found in files.'),
  })
  .meta({ id: 'Operator' });

export type Operator = z.infer<typeof operatorSchema>;

/** Filters of a list of operators. Texts match exactly. */
export const operatorFilters = { provider: providerFilter, ...sinceFilters };

export const operatorSortFields = ['id', 'name', 'createdTime', 'updatedTime'] as const;

/** An operator as it is answered. One that was found in files is taken to be active. */
export function shownOperator(asset: Asset): Operator {
  const { providerId, license = null, status = 'ACTIVE' } = asset;
  return { ...shownNamed(asset), providerOperatorId: providerId ?? null, license, status };
}
