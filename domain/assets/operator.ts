import * as z from 'zod';
import { providerFilter } from '../providers/provider-filter.ts';
import type { Asset } from './asset.ts';
import { namedAssetMembers, shownNamed, sinceFilters } from './named-asset.ts';

/** A person who operates machines of a service user. */
export const operatorSchema = z
  .object({
    ...namedAssetMembers,
    providerOperatorId: z.string().nullable(),
    license: z.string().nullable(),
    status: z.enum(['ACTIVE', 'ARCHIVED']),
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
