import type { StoredFarm } from '../../../domain/farms/farm.ts';
import type { Field } from '../../../domain/fields/field.ts';
import type { StoredGrower } from '../../../domain/growers/grower.ts';
import { type HeldRemovals, judgeAbsences } from '../../../domain/sync/absences.ts';
import type { Change, Listing, ProvidedField } from '../../../domain/sync/field-provider.ts';
import type { FollowedList } from '../../../domain/sync/sync-store.ts';
import { noteStep, type Round, type SyncServices } from './services.ts';
import { syncField } from './sync-field.ts';
import { syncFarm, syncGrower } from './sync-groups.ts';

interface Known {
  growers: Map<string, StoredGrower>;
  farms: Map<string, StoredFarm>;
  /** Takes over the farm that a field names, at providers without a list of farms. */
  syncFarmOf(field: ProvidedField | undefined): Promise<void>;
}

/** A list that is read whole, and how its records are taken over. */
interface Compared<T> {
  list: FollowedList;
  listing: Listing<Change<T>>;
  /** The stored records, by their ids at the provider. */
  stored: ReadonlySet<string>;
  /** Takes a record over that is listed, or is gone if it has no value. */
  take(change: Change<T>): Promise<void>;
  /** Whether a listed record differs from the stored one. */
  differs(change: Change<T>): boolean;
}

/**
 * Reads the lists of a scheduled round whole, and marks records as gone that two of them in a row lack. What a list says anew is taken over as well, in case no change said
 * it. False when time was too short for all: the next round reads them again.
 */
export async function findAbsences(round: Round, services: SyncServices, known: Known): Promise<boolean> {
  const { ownerId, svcUserId, link, provider, selected } = round;
  await noteStep(round, services, 'absences');
  const fields = await services.store.fields(ownerId, svcUserId, link.provider);
  const asked = await services.asked.all({ ownerId, svcUserId }, link.provider);
  const outsideLists = new Set(asked.flatMap(({ kind, id, isHere }) => (kind === 'field' && isHere ? [id] : [])));
  const whole = { organizations: selected, whole: true } as const;
  const growers: Compared<NonNullable<Parameters<typeof syncGrower>[3]['value']>> = {
    list: 'growers',
    listing: provider.growers(whole),
    stored: listable(round, known.growers, ({ providerOrganizationId, removedAtProvider }) => ({
      organizationId: providerOrganizationId,
      isGone: removedAtProvider !== undefined,
    })),
    take: (change) => syncGrower(round, services, known.growers, change),
    differs: () => true,
  };
  const farms: Compared<NonNullable<Parameters<typeof syncFarm>[3]['value']>> = {
    list: 'farms',
    listing: provider.farms(whole),
    stored: listable(round, known.farms, ({ providerOrganizationId, removedAtProvider }) => ({
      organizationId: providerOrganizationId,
      isGone: removedAtProvider !== undefined,
    })),
    take: (change) => syncFarm(round, services, known, change),
    differs: () => true,
  };
  const ofFields: Compared<NonNullable<Parameters<typeof syncField>[3]['value']>> = {
    list: 'fields',
    listing: provider.fields(whole),
    stored: listable(round, fields, ({ organizationId, providerFieldId = '' }) => ({
      organizationId,
      isGone: outsideLists.has(providerFieldId),
    })),
    async take(change) {
      await known.syncFarmOf(change.value);
      await syncField(round, services, known.farms, change);
    },
    differs: ({ id, value }) => {
      const isFetched =
        selected === undefined || value?.organizationId === undefined || selected.has(value.organizationId);
      return isFetched && isChanged(fields.get(id), value, known);
    },
  };
  const held: HeldRemovals = { foundTime: round.at, lists: {} };
  const isFinished =
    (await compare(round, services, growers, held)) &&
    (await compare(round, services, farms, held)) &&
    (await compare(round, services, ofFields, held));
  if (!isFinished) return false;
  const waits = Object.keys(held.lists).length > 0;
  if (waits || link.held) {
    const isNew = link.held === undefined || link.held.confirmedTime !== undefined;
    await services.absences.hold({ ownerId, svcUserId }, link.provider, waits ? held : undefined, isNew);
  }
  return true;
}

/** The stored records that the lists must have: those of the organizations whose lists are read. */
function listable<R>(
  { selected }: Round,
  records: ReadonlyMap<string, R>,
  of: (record: R) => { organizationId: string | undefined; isGone: boolean },
): ReadonlySet<string> {
  const listed = [...records].filter(([, record]) => {
    const { organizationId, isGone } = of(record);
    return !isGone && (selected === undefined || (organizationId !== undefined && selected.has(organizationId)));
  });
  return new Set(listed.map(([id]) => id));
}

/** Whether the members of a field are others than those that are stored. */
function isChanged(
  field: Field | undefined,
  value: { name?: string | undefined; farmId?: string | undefined; organizationId?: string | undefined } | undefined,
  { farms }: Known,
): boolean {
  if (!field || !value) return field === undefined;
  const farmId = value.farmId === undefined ? undefined : farms.get(value.farmId)?.id;
  return (
    field.providerFieldName !== value.name || field.farmId !== farmId || field.organizationId !== value.organizationId
  );
}

/** Reads one list whole and judges what it lacks. False when time was too short. */
async function compare<T>(
  round: Round,
  { absences }: SyncServices,
  { list, listing, stored, take, differs }: Compared<T>,
  held: HeldRemovals,
): Promise<boolean> {
  const { ownerId, svcUserId, link, at, mustStop } = round;
  const user = { ownerId, svcUserId };
  const known = await absences.all(user, link.provider, list);
  const listed = new Set<string>();
  const announced = new Set<string>();
  const changes = listing[Symbol.asyncIterator]();
  let next = await changes.next();
  for (; !next.done; next = await changes.next()) {
    if (mustStop()) return false;
    const change: Change<T> = next.value;
    if (change.value === undefined) announced.add(change.id);
    else {
      listed.add(change.id);
      if (known.get(change.id)?.isGone || differs(change)) await take(change);
    }
  }
  if (next.value !== 'whole') return true;
  const present = new Set([...stored].filter((id) => !announced.has(id) && !known.get(id)?.isGone));
  const confirmedUntil = link.held?.confirmedTime === undefined ? undefined : link.held.foundTime;
  const judged = judgeAbsences({ stored: present, listed, absences: known, dueTime: link.dueTime, confirmedUntil });
  for (const id of judged.gone) {
    if (mustStop()) return false;
    await take({ id });
  }
  const gone = judged.gone.map((id) => ({ id, sinceTime: at, isGone: true }));
  const missed = judged.missed.map((id) => ({ id, sinceTime: at }));
  await absences.put(user, link.provider, list, [...gone, ...missed]);
  await absences.remove(user, link.provider, list, judged.returned);
  if (judged.held.length > 0) held.lists[list] = { gone: judged.held.length, of: present.size };
  return true;
}
