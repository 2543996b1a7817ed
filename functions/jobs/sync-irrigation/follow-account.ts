import { timestamp } from '../../../domain/clock.ts';
import type { StoredEquipment } from '../../../domain/irrigation/irrigation.ts';
import type { ProviderKey } from '../../../domain/providers/providers.ts';
import type { IrrigationProvider, ProvidedEquipment } from '../../../domain/sync/irrigation-provider.ts';
import type { UserSubject } from '../../../domain/work/work-stores.ts';
import { followEquipment } from './follow-equipment.ts';
import type { IrrigationServices } from './services.ts';

/**
 * Reads the machines of an account, and what each has watered since it was last read. False when time was too short for all.
 *
 * @throws ProviderProblem
 */
export async function followAccount(
  user: UserSubject,
  { follow: key, since }: { follow: ProviderKey; since: number },
  hasTime: () => boolean,
  services: IrrigationServices,
): Promise<boolean> {
  const { ownerId, svcUserId } = user;
  const { store, links, settings } = services;
  const link = await links.get(ownerId, svcUserId, key);
  const provider = link && (await services.providerOf(user, link));
  if (!provider) return true;
  try {
    const { irrigationProcessingRange: months } = await settings(ownerId, svcUserId);
    const stored = await store.allEquipment(ownerId, svcUserId);
    const known = new Map(stored.filter((one) => one.provider === key).map((one) => [one.providerEquipmentId, one]));
    const provided: ProvidedEquipment[] = [];
    for await (const one of provider.equipment()) provided.push(one);
    for (const one of provided) {
      const before = known.get(one.id);
      if (before?.followed && before.followed.time >= since) continue;
      if (!hasTime()) return false;
      const equipment = await takeOver(user, key, one, before, services);
      if (!hasPlace(equipment, provider)) continue;
      if (!(await followEquipment({ user, equipment, provider, months, hasTime }, services))) return false;
    }
    return true;
  } finally {
    await provider.close();
  }
}

/** Stores what the provider says of a machine, if that is new. */
async function takeOver(
  { ownerId, svcUserId }: UserSubject,
  provider: ProviderKey,
  { id: providerEquipmentId, ...provided }: ProvidedEquipment,
  before: StoredEquipment | undefined,
  { store, zoneAt, clock, derivedId }: IrrigationServices,
): Promise<StoredEquipment> {
  const { longitude, latitude } = provided;
  const equipment: StoredEquipment = {
    ...{ ...provided, svcUserId, provider, providerEquipmentId },
    id: before?.id ?? derivedId(svcUserId, provider, 'irrigation equipment', providerEquipmentId),
    ...(longitude !== undefined && latitude !== undefined && { timeZone: zoneAt({ longitude, latitude }) }),
    createdTime: before?.createdTime ?? timestamp(clock.now()),
    ...(before?.followed && { followed: before.followed }),
  };
  const comparable = (one: StoredEquipment | undefined) =>
    JSON.stringify(
      Object.entries(one ?? {})
        .filter(([, value]) => value !== undefined)
        .sort(),
    );
  if (comparable(equipment) !== comparable(before)) await store.putEquipment(ownerId, equipment);
  return equipment;
}

/** Without a position a machine has no days of its own; the log says so. */
function hasPlace(
  { name, providerEquipmentId, timeZone }: StoredEquipment,
  provider: Pick<IrrigationProvider, 'note'>,
): boolean {
  if (timeZone !== undefined) return true;
  provider.note(
    `The provider does not say where ${name ?? providerEquipmentId} stands, so its irrigation is not read. Set its position at the provider.`,
  );
  return false;
}
