import * as z from 'zod';
import { textFilter } from '../parameters.ts';
import { type Asset, originTypes } from './asset.ts';
import { sinceFilters } from './implement.ts';

/** A person who operates machines of a service user. */
export const operatorSchema = z
  .object({
    id: z.uuid(),
    svcUserId: z.uuid(),
    name: z.string(),
    provider: z
      .string()
      .nullable()
      .describe('Null for an operator that was found in files, like the ids of the provider.'),
    providerOperatorId: z.string().nullable(),
    providerOrganizationId: z.string().nullable(),
    originType: z.enum(originTypes),
    license: z.string().nullable(),
    status: z.enum(['ACTIVE', 'ARCHIVED']),
    createdTime: z.iso.datetime(),
    updatedTime: z.iso.datetime(),
  })
  .meta({ id: 'Operator' });

export type Operator = z.infer<typeof operatorSchema>;

/** Filters of a list of operators. Texts match exactly. */
export const operatorFilters = { provider: textFilter, ...sinceFilters };

export const operatorSortFields = ['id', 'name', 'createdTime', 'updatedTime'] as const;

/** An operator as it is answered. One that was found in files is taken to be active. */
export function shownOperator(asset: Asset): Operator {
  const { id, svcUserId, name, provider, providerId, providerOrganizationId, originType, createdTime, updatedTime } =
    asset;
  return {
    ...{ id, svcUserId, name },
    provider: provider ?? null,
    providerOperatorId: providerId ?? null,
    providerOrganizationId: providerOrganizationId ?? null,
    originType,
    license: asset.license ?? null,
    status: asset.status ?? 'ACTIVE',
    ...{ createdTime, updatedTime },
  };
}
