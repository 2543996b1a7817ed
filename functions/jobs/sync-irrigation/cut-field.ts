import { boundsOf } from '../../../domain/geometry/multi-polygon.ts';
import type { StoredEquipment } from '../../../domain/irrigation/irrigation.ts';
import { sectorOf } from '../../../domain/irrigation/sectors.ts';
import type { UserSubject } from '../../../domain/work/work-stores.ts';
import { cutFieldOn } from './cut-day.ts';
import type { IrrigationServices } from './services.ts';

/** Beyond the end of a machine, as a factor of its reach: end guns. */
const reachFactor = 1.25;
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
  const bounds = shape && boundsOf(shape.coordinates);
  const machines = (await store.allEquipment(ownerId, svcUserId)).filter((one) => reaches(one, bounds));
  const watered =
    machines.length > 0 ? await store.datesOf(ownerId, svcUserId, new Set(machines.map(({ id }) => id))) : [];
  const had = await store.datesOfField(ownerId, svcUserId, fieldId);
  const dates = new Set([...watered, ...had]);
  for (const date of dates) {
    if (!hasTime()) return false;
    const records = await store.ofDate(ownerId, svcUserId, date);
    const providers = new Set([
      ...records.map(({ record }) => record.provider),
      ...machines.map(({ provider }) => provider),
    ]);
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

function reaches(
  { longitude, latitude, wetLengthMetres, lengthMetres }: StoredEquipment,
  bounds: ReturnType<typeof boundsOf>,
): boolean {
  const radius = wetLengthMetres ?? lengthMetres;
  // What does not say where it is, or how long, may reach any field.
  if (longitude === undefined || latitude === undefined || radius === undefined) return true;
  if (!bounds) return true;
  const circle = sectorOf(
    { centre: [longitude, latitude], radiusMetres: radius * reachFactor },
    { from: 0, width: 360 },
  );
  const own = boundsOf(circle.coordinates);
  return !!own && own[0] <= bounds[2] && bounds[0] <= own[2] && own[1] <= bounds[3] && bounds[1] <= own[3];
}
