import { Problem } from '../errors.ts';

/** Throws for records that a provider made: its next sync would silently undo an edit. */
export function refuseProviderMade(
  kind: string,
  { id, providerName }: { id: string | number; providerName?: string | undefined },
): void {
  if (providerName === undefined) return;
  const detail = `The ${kind} ${id} comes from ${providerName}. Change it there; the next sync brings the change here.`;
  throw new Problem('invalid', detail, { errorKey: 'providerMade' });
}
