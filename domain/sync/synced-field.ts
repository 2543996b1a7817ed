import { fitName } from '../boundary-files/field-name.ts';
import type { Field } from '../fields/field.ts';
import { providerOf } from '../providers/providers.ts';
import type { ProvidedField, ProviderLink } from './field-provider.ts';

/** Combines the members that a provider sends for a field with those that are already stored. */
export function syncedField(
  { id, svcUserId, at }: { id: string; svcUserId: string; at: string },
  link: ProviderLink,
  providerFieldId: string,
  { name, organizationId, farmId }: Omit<ProvidedField, 'farmId'> & { farmId?: number | undefined },
  before: Field | undefined,
): Field {
  const { name: _name, providerFieldName: _providerName, organizationId: _org, farmId: _farm, ...kept } = before ?? {};
  return {
    boundaries: [],
    type: 'ORIGINAL',
    status: 'PREVIEW',
    files: [],
    createdTime: at,
    ...kept,
    id,
    svcUserId,
    ...(name !== undefined && { name: fitName(name), providerFieldName: name }),
    ...(farmId !== undefined && { farmId }),
    ...(organizationId !== undefined && { organizationId }),
    providerName: link.provider,
    providerId: providerOf(link.provider).id,
    providerFieldId,
    updatedTime: before?.updatedTime ?? at,
  };
}

/** Whether two states of a field are equal except for their times. */
export function sameField(a: Field, b: Field): boolean {
  const comparable = (field: Field) =>
    JSON.stringify(Object.entries({ ...field, updatedTime: undefined, geometry: undefined }).sort());
  return comparable(a) === comparable(b);
}
