import { timestamp } from '../../../domain/clock.ts';
import type { StoredEquipment } from '../../../domain/irrigation/irrigation.ts';
import type { ProviderKey } from '../../../domain/providers/providers.ts';
import type { IrrigationProvider, ProvidedEquipment } from '../../../domain/sync/irrigation-provider.ts';
import { ProviderProblem } from '../../../domain/sync/provider-problem.ts';
import type { UserSubject } from '../../../domain/work/work-stores.ts';
import { followEquipment } from './follow-equipment.ts';
import type { IrrigationServices } from './services.ts';

/**
 * Reads the machines of an account, and what each has watered since it was last read, and notes how that ended. False when time was too short for all.
 *
 * @throws ProviderProblem after those machines have been read that could be.
 */
export async function followAccount(
  user: UserSubject,
  note: { follow: ProviderKey; since: number },
  hasTime: () => boolean,
  services: IrrigationServices,
): Promise<boolean> {
  const end = (isComplete: boolean, problem?: string) => {
    const round = { endedTime: timestamp(services.clock.now()), isComplete, ...(problem !== undefined && { problem }) };
    return services.links.noteIrrigation(user.ownerId, user.svcUserId, note.follow, round);
  };
  try {
    const isFinished = await readAccount(user, note, hasTime, services);
    await end(isFinished);
    return isFinished;
  } catch (error) {
    if (error instanceof ProviderProblem) await end(false, error.kind === 'held' ? undefined : error.message);
    throw error;
  }
}

async function readAccount(
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
    const machines = new Map(stored.map((one) => [one.id, one]));
    const provided: ProvidedEquipment[] = [];
    for await (const one of provider.equipment()) provided.push(one);
    let problem: ProviderProblem | undefined;
    for (const one of provided) {
      const before = known.get(one.id);
      if (before?.followed && before.followed.time >= since) continue;
      if (!hasTime()) return false;
      const equipment = await takeOver(user, key, one, before, services);
      machines.set(equipment.id, equipment);
      if (!hasPlace(equipment, provider)) continue;
      try {
        if (
          !(await followEquipment(
            { user, equipment, provider, machines: [...machines.values()], months, hasTime },
            services,
          ))
        )
          return false;
      } catch (error) {
        if (!isOfMachine(error)) throw error;
        problem ??= error;
      }
    }
    if (problem) throw problem;
    return true;
  } finally {
    await provider.close();
  }
}

/** Whether a failure is of one machine, so that others can be read. */
function isOfMachine(error: unknown): error is ProviderProblem {
  return error instanceof ProviderProblem && (error.kind === 'missing' || error.kind === 'malformed');
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
