import type { Field } from '../fields/field.ts';
import type { isFileWanted } from './provider-file.ts';

/** Files wait like the fields that they are of: what is in PREVIEW has not been asked for. */
export function isEnabledField({ status }: Pick<Field, 'status'>): boolean {
  return status !== 'PREVIEW';
}

/** Whether a field of a provider is enabled, or any field of an organization, or of the account. */
export async function enabledFields(fields: AsyncIterable<Field>): Promise<Parameters<typeof isFileWanted>[2]> {
  const ids = new Set<string | undefined>();
  const organizations = new Set<string | undefined>();
  for await (const field of fields) {
    if (!isEnabledField(field)) continue;
    ids.add(field.providerFieldId);
    organizations.add(field.organizationId);
  }
  return (of) => ('fieldId' in of ? ids.has(of.fieldId) : organizations.has(of.organizationId));
}
