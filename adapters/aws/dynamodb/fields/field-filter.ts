import type { Field } from '../../../../domain/fields/field.ts';
import type { FieldFilter } from '../../../../domain/fields/field-store.ts';
import type { StoredField } from './field-item.ts';

/** Whether a field meets a filter, except for its conditions on work, which other items hold. */
export function matches({ field, active }: StoredField, filter: FieldFilter): boolean {
  const {
    beforeCreatedTime,
    afterCreatedTime,
    beforeUpdatedTime,
    afterUpdatedTime,
    provider,
    providerStatus,
    work: _,
    ...equal
  } = filter;
  return (
    (Object.entries(equal) as [keyof Field, unknown][]).every(
      ([name, value]) => value === undefined || field[name] === value,
    ) &&
    (provider === undefined || field.providerName === provider) &&
    (providerStatus === undefined || active?.providerStatus === providerStatus) &&
    within(field.createdTime, afterCreatedTime, beforeCreatedTime) &&
    within(field.updatedTime, afterUpdatedTime, beforeUpdatedTime)
  );
}

function within(time: string, after: number | undefined, before: number | undefined): boolean {
  const milliseconds = Date.parse(time);
  return (after === undefined || milliseconds >= after) && (before === undefined || milliseconds <= before);
}
