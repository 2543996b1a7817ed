import type { AskedRecord } from '../../../domain/sync/asked-records.ts';
import { wordsOfRefusal } from '../../../domain/sync/provider-problem.ts';
import type { Round, SyncServices } from './services.ts';
import { fetchOpenField, syncField } from './sync-field.ts';
import { syncNamedFarms } from './sync-named-farms.ts';

/**
 * Fetches the fields that their owner has asked for by their ids at the provider, whether lists have them or not, with their boundaries. Why one does not come is stored
 * as the answer. False when time was too short for all.
 */
export async function fetchAskedFields(round: Round, services: SyncServices): Promise<boolean> {
  const { ownerId, svcUserId, link } = round;
  const user = { ownerId, svcUserId };
  // Those that have come are in no list that would tell of their changes.
  const isScheduled = link.dueTime !== undefined;
  const wanted = (await services.asked.all(user, link.provider)).filter(
    ({ kind, answer, isHere }) => kind === 'field' && answer === undefined && (!isHere || isScheduled),
  );
  if (wanted.length === 0) return true;
  const groups = {
    growers: await services.store.growers(ownerId, svcUserId, link.provider),
    farms: await services.store.farms(ownerId, svcUserId, link.provider),
  };
  for (const { isHere: _, ...record } of wanted) {
    if (round.mustStop()) return false;
    const answer = await fetchAsked(round, services, record, groups).catch(wordsOfRefusal);
    const settled: AskedRecord = answer === undefined ? { ...record, isHere: true } : { ...record, answer };
    await services.asked.settle(user, link.provider, settled);
  }
  return true;
}

/** @returns why the field does not come. */
async function fetchAsked(
  round: Round,
  services: SyncServices,
  { id: providerFieldId }: AskedRecord,
  groups: Parameters<typeof syncNamedFarms>[2],
): Promise<string | undefined> {
  const { ownerId, svcUserId, link, provider, selected } = round;
  if (!provider.field) return 'Single fields cannot be fetched from this provider.';
  const value = await provider.field(providerFieldId, selected);
  if (!value) {
    const where = selected === undefined ? '' : ', in the organizations that are SELECTED';
    return `The provider shows the account no field with this id${where}.`;
  }
  await syncNamedFarms(round, services, groups)(value);
  await syncField(round, services, groups.farms, { id: providerFieldId, value });
  const fieldId = services.derivedId(svcUserId, link.provider, providerFieldId);
  await services.requests.enable(ownerId, svcUserId, [fieldId]);
  await fetchOpenField(round, services, fieldId);
  return undefined;
}
