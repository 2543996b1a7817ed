import { fieldStatuses, fieldTypes } from '../../../../domain/fields/field.ts';
import type { FieldFilter } from '../../../../domain/fields/field-store.ts';
import { type Trait, traitKey, traitsOf, traitWrites } from '../lists/traits.ts';
import type { Table } from '../table.ts';
import type { Write } from '../transact.ts';
import { fieldKey, fieldListKey, fieldState, type StoredField } from './field-item.ts';

/** The traits of a field, most of which its provider sets. */
export function fieldTraits(stored: StoredField | undefined): Trait[] {
  if (!stored) return [];
  const { field, active } = stored;
  return traitsOf({
    provider: field.providerName,
    organizationId: field.organizationId,
    providerFieldId: field.providerFieldId,
    providerFieldName: field.providerFieldName,
    providerStatus: active?.providerStatus,
  });
}

/**
 * The writes that update the traits of a field; without `after`, they remove all.
 *
 * @example const writes = fieldTraitWrites(fields, ownerId, stored, changed);
 */
export function fieldTraitWrites(
  fields: Pick<Table, 'name'>,
  ownerId: string,
  before: StoredField | undefined,
  after: StoredField | undefined,
): Write[] {
  const { id, svcUserId } = (after ?? before)?.field ?? { id: '', svcUserId: '' };
  const owner = { ownerId, key: fieldKey(ownerId, svcUserId, id), listKey: fieldListKey(id, svcUserId) };
  return traitWrites(fields, 'field', owner, fieldTraits(before), fieldTraits(after));
}

/** The partitions of the index of traits for a filter, in groups: a field must be in one of each group. */
export function traitsAsked(ownerId: string, filter: FieldFilter): string[][] {
  const { type, status, provider, organizationId, providerFieldId, providerFieldName, providerStatus } = filter;
  const types = fieldTypes.filter((one) => type === undefined || one === type);
  const statuses = fieldStatuses.filter((one) => status === undefined || one === status);
  const states = types.flatMap((one) => statuses.map((other) => fieldState(one, other)));
  const given = traitsOf({ provider, organizationId, providerFieldId, providerFieldName, providerStatus });
  const groups = [...given.map((trait) => [trait]), ...(type === undefined && status === undefined ? [] : [states])];
  return groups.map((traits) => traits.map((trait) => traitKey(ownerId, 'field', trait)));
}
