import * as z from 'zod';
import { Problem } from '../errors.ts';

/** When a record that a provider made was found to be gone there. The record stays, since others hang on it. */
export const removedAtProviderSchema = z.iso
  .datetime()
  .optional()
  .describe('When it was found to be gone at its provider; absent while it is there.');

/** Throws for records that a provider made: its next sync would silently undo an edit. */
export function refuseProviderMade(
  kind: string,
  { id, providerName }: { id: string | number; providerName?: string | undefined },
): void {
  if (providerName === undefined) return;
  const detail = `The ${kind} ${id} comes from ${providerName}. Change it there; the next sync brings the change here.`;
  throw new Problem('invalid', detail, { errorKey: 'providerMade' });
}
