import type { StoredFarm } from '../../../domain/farms/farm.ts';
import type { Change, ListAsked } from '../../../domain/sync/field-provider.ts';
import type { FollowedList } from '../../../domain/sync/sync-store.ts';
import { findAbsences } from './find-absences.ts';
import { noteStep, type Round, type SyncServices } from './services.ts';
import { fetchOpenField, syncField } from './sync-field.ts';
import { syncFarm, syncGrower } from './sync-groups.ts';
import { syncNamedFarms } from './sync-named-farms.ts';
import { isFetched } from './sync-organizations.ts';

/** Changes that are taken over at the same time; providers allow about as many calls at once. */
const changesAtOnce = 8;

/** Follows the lists of one provider, and fetches the fields that wait. False when time was too short for all. */
export async function syncLink(round: Round, services: SyncServices): Promise<boolean> {
  const { ownerId, svcUserId, link, provider, settings, newlySelected } = round;
  const { store, organizations } = services;
  const growers = await store.growers(ownerId, svcUserId, link.provider);
  const farms = await store.farms(ownerId, svcUserId, link.provider);
  const syncFarmOf = syncNamedFarms(round, services, { growers, farms });

  const done =
    (await follow(round, services, 'growers', provider.growers(asked(round, 'growers')), (change) =>
      syncGrower(round, services, growers, change),
    )) &&
    (await follow(round, services, 'farms', provider.farms(asked(round, 'farms')), (change) =>
      syncFarm(round, services, { growers, farms }, change),
    )) &&
    (await catchUp(round, services, farms)) &&
    (await follow(round, services, 'fields', provider.fields(asked(round, 'fields')), async (change) => {
      if (!isFetched(round, change.value?.organizationId)) return;
      await syncFarmOf(change.value);
      await syncField(round, services, farms, change);
    }));
  if (!done || (link.dueTime !== undefined && !(await findAbsences(round, services, { growers, farms, syncFarmOf }))))
    return false;
  const of = { ownerId, svcUserId, provider: link.provider };
  await Promise.all([...newlySelected].map((id) => organizations.follow(of, id)));

  await noteStep(round, services, 'boundaries');
  const open = await store.open(ownerId, svcUserId, link.provider, !settings.customDataSync);
  return inBatches(round, toAsync(open), async (batch) => {
    provider.together?.(batch.map(({ providerFieldId }) => providerFieldId));
    await Promise.all(batch.map(({ fieldId }) => fetchOpenField(round, services, fieldId)));
  });
}

/**
 * Fetches the fields of organizations that were selected since the list of fields was followed from its beginning: the list has gone past them. False
 * when time was too short for all.
 */
async function catchUp(round: Round, services: SyncServices, farms: Map<string, StoredFarm>): Promise<boolean> {
  const { link, provider, newlySelected } = round;
  if (newlySelected.size === 0 || link.marks.fields === undefined) return true;
  return inBatches(round, provider.fields({ organizations: newlySelected }), async (batch) => {
    const wanted = batch.filter(({ value }) => newlySelected.has(value?.organizationId ?? ''));
    await Promise.all(wanted.map((change) => syncField(round, services, farms, change)));
  });
}

/** What of a list is read: changes since its mark, of the organizations whose fields are fetched. */
function asked({ link, selected }: Round, list: FollowedList): ListAsked {
  return { since: link.marks[list], organizations: selected };
}

/** Takes over the changes of a list, and notes how far it came, whatever ends it. */
async function follow<T>(
  round: Round,
  services: SyncServices,
  list: FollowedList,
  changes: AsyncIterable<Change<T>>,
  take: (change: Change<T>) => Promise<void>,
): Promise<boolean> {
  const { ownerId, svcUserId, link } = round;
  let mark: string | undefined;
  await noteStep(round, services, list);
  try {
    return await inBatches(round, changes, async (batch) => {
      if (list === 'fields') round.provider.together?.(batch.map(({ id }) => id));
      await Promise.all(batch.map(take));
      mark = batch.findLast((change) => change.mark !== undefined)?.mark ?? mark;
    });
  } finally {
    if (mark !== undefined) await services.store.saveMark(ownerId, svcUserId, link.provider, list, mark);
  }
}

/** False when it had to stop before the end. What came before a list breaks off is taken, so that the next round need not ask for it again. */
async function inBatches<T>(
  { mustStop, provider }: Pick<Round, 'mustStop' | 'provider'>,
  all: AsyncIterable<T>,
  take: (batch: T[]) => Promise<void>,
): Promise<boolean> {
  let batch: T[] = [];
  let isTaken = true;
  const takeBatch = async () => {
    const taken = batch;
    batch = [];
    isTaken = false;
    if (taken.length > 0) await take(taken);
    isTaken = true;
    await provider.taken?.();
  };
  try {
    for await (const one of all) {
      if (mustStop()) return false;
      batch.push(one);
      if (batch.length === changesAtOnce) await takeBatch();
    }
    return true;
  } finally {
    if (isTaken) await takeBatch();
  }
}

async function* toAsync<T>(items: T[]): AsyncGenerator<T> {
  yield* items;
}
