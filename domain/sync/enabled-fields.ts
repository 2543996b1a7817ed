import type { Field } from '../fields/field.ts';
import type { isFileWanted } from './provider-file.ts';

/** Files wait like the fields that they are of: what is in PREVIEW has not been asked for. */
export function isEnabledField({ status }: Pick<Field, 'status'>): boolean {
  return status !== 'PREVIEW';
}

/** Whether a field of a provider is enabled, or any field of an organization, or of the account. */
export async function enabledFields(fields: AsyncIterable<Field>): Promise<Parameters<typeof isFileWanted>[2]> {
  const all: Field[] = [];
  for await (const field of fields) all.push(field);
  return enabledAmong(all);
}

/** The same, of fields that have been read. */
export function enabledAmong(fields: readonly Field[]): Parameters<typeof isFileWanted>[2] {
  const enabled = fields.filter(isEnabledField);
  const ids = new Set(enabled.map(({ providerFieldId }) => providerFieldId));
  const organizations = new Set(enabled.map(({ organizationId }) => organizationId));
  return (of) => ('fieldId' in of ? ids.has(of.fieldId) : organizations.has(of.organizationId));
}
