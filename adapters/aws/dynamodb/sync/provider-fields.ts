import type { Field } from '../../../../domain/fields/field.ts';
import type { ProviderKey } from '../../../../domain/providers/providers.ts';
import type { UserSubject } from '../../../../domain/work/work-stores.ts';
import { fieldFromItem, fieldPrefix } from '../fields/field-item.ts';
import type { Table } from '../table.ts';
import { userItems } from '../user-items.ts';

/** Reads the fields of a user that came from a provider, strongly consistent and without shapes. */
export function providerFields(fields: Table) {
  return async function* ({ ownerId, svcUserId }: UserSubject, provider: ProviderKey): AsyncGenerator<Field> {
    for await (const item of userItems(fields, ownerId, svcUserId, fieldPrefix)) {
      const field = fieldFromItem(item)?.field;
      if (field?.providerName === provider) yield field;
    }
  };
}
