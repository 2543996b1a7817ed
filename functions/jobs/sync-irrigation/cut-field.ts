import { machinesReaching } from '../../../domain/irrigation/reach.ts';
import type { UserSubject } from '../../../domain/work/work-stores.ts';
import { cutFieldOn } from './cut-day.ts';
import type { IrrigationServices } from './services.ts';

/**
 * Cuts the irrigation of all dates at a field whose boundary is new, has changed, or is gone. False when time was too short: it then begins again.
 */
export async function cutField(
  user: UserSubject,
  { cut: fieldId }: { cut: string },
  hasTime: () => boolean,
  services: IrrigationServices,
): Promise<boolean> {
  const { ownerId, svcUserId } = user;
  const { store, fields } = services;
  const shape = (await fields.activeBoundary(ownerId, svcUserId, fieldId))?.geometry;
  const machines = await store.allEquipment(ownerId, svcUserId);
  const ids = machinesReaching(machines, shape).map(({ id }) => id);
  const providers = new Set(machines.map(({ provider }) => provider));
  const watered = ids.length > 0 ? await store.datesOf(ownerId, svcUserId, new Set(ids)) : [];
  const had = await store.datesOfField(ownerId, svcUserId, fieldId);
  const dates = new Set([...watered, ...had]);
  for (const date of dates) {
    if (!hasTime()) return false;
    const records = await store.ofDate(ownerId, svcUserId, date, ids);
    for (const provider of providers) {
      const own = records.filter(({ record }) => record.provider === provider);
      const isWatered = await cutFieldOn(user, { fieldId, shape }, { date, provider }, own, services);
      for (const { record } of own) {
        if (isWatered && !record.fieldIds.includes(fieldId)) {
          await store.noteFields(ownerId, record, [...record.fieldIds, fieldId]);
        }
      }
    }
  }
  return true;
}
