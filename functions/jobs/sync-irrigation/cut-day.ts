import { timestamp } from '../../../domain/clock.ts';
import type { MultiPolygon } from '../../../domain/geometry/multi-polygon.ts';
import type { Overlay } from '../../../domain/geometry/overlay.ts';
import { overlayArea } from '../../../domain/geometry/overlay-area.ts';
import { piecesOfShapes, piecesWithin, waterSums } from '../../../domain/irrigation/depth-map.ts';
import type {
  StoredEquipment,
  StoredFieldIrrigation,
  StoredIrrigation,
  WithPieces,
} from '../../../domain/irrigation/irrigation.ts';
import { outlineOf } from '../../../domain/irrigation/outline.ts';
import { machinesReaching } from '../../../domain/irrigation/reach.ts';
import type { UserSubject } from '../../../domain/work/work-stores.ts';
import type { IrrigationServices } from './services.ts';

/**
 * Cuts the irrigation of a new or replaced record at the fields that it lies on, and on which it has lain.
 *
 * @param machines all of the user: what others watered on the same fields and date is added.
 * @returns the ids of the fields that got water.
 */
export async function cutDay(
  user: UserSubject,
  stored: WithPieces<StoredIrrigation>,
  machines: readonly StoredEquipment[],
  services: IrrigationServices,
): Promise<string[]> {
  const { record } = stored;
  const { ownerId, svcUserId } = user;
  const { store, fields } = services;
  const near = await fields.near(ownerId, svcUserId, record.outline);
  const ids = [...new Set([...near.map(({ fieldId }) => fieldId), ...record.fieldIds])];
  const shapes = await fields.withShapes(
    ownerId,
    ids.map((fieldId) => ({ svcUserId, fieldId })),
  );
  const shapeOf = new Map(shapes.map(({ field, boundary }) => [field.id, boundary.geometry]));
  const others = machines.filter(({ id, provider }) => provider === record.provider && id !== record.equipment.id);
  const beside = new Set(shapes.flatMap(({ boundary }) => machinesReaching(others, boundary.geometry)));
  const besideIds = [...beside].map(({ id }) => id);
  const all = [...(await store.ofDate(ownerId, svcUserId, record.date, besideIds)), stored].sort(byMachine);
  const cut: string[] = [];
  for (const fieldId of ids) {
    const field = { fieldId, shape: shapeOf.get(fieldId) };
    if (await cutFieldOn(user, field, record, all, services)) cut.push(fieldId);
  }
  return cut;
}

const byMachine = (a: WithPieces<StoredIrrigation>, b: WithPieces<StoredIrrigation>) =>
  a.record.equipment.id < b.record.equipment.id ? -1 : 1;

/**
 * Makes, replaces or removes the record of a field for a date and a provider.
 *
 * @param field without a shape, if it has been deleted or has no boundary.
 * @param records those of the provider on that date, of all machines.
 * @returns whether the field got water.
 */
export async function cutFieldOn(
  user: UserSubject,
  { fieldId, shape }: { fieldId: string; shape: MultiPolygon | undefined },
  { date, provider }: Pick<StoredIrrigation, 'date' | 'provider'>,
  records: readonly WithPieces<StoredIrrigation>[],
  { store, overlay: start, derivedId, clock }: IrrigationServices,
): Promise<boolean> {
  const { ownerId, svcUserId } = user;
  const named = { svcUserId, fieldId, date, provider };
  const overlay = await start();
  const parts = shape ? partsOf(records, shape, overlay) : [];
  const all = parts.flatMap(({ pieces }) => pieces);
  const pieces = parts.length > 1 ? piecesOfShapes(all, overlay) : all;
  const sums = waterSums(pieces);
  const [first] = parts;
  if (!shape || !sums || !first) {
    await store.removeOfField(ownerId, named);
    return false;
  }
  const outline = outlineOf(pieces, overlay);
  const at = timestamp(clock.now());
  const whole = parts.map(({ record }) => record);
  const record: StoredFieldIrrigation = {
    ...{ ...named, sums, outline },
    id: derivedId(svcUserId, 'field irrigation', fieldId, date, provider),
    timeZone: first.record.timeZone,
    irrigationIds: whole.map(({ id }) => id),
    equipment: whole.map(({ equipment }) => equipment),
    powerOnHours: whole.reduce((sum, { powerOnHours }) => sum + powerOnHours, 0),
    coverage: coverageOf(pieces, shape),
    isDerived: whole.some(({ isDerived }) => isDerived),
    lastWaterTime:
      whole
        .map(({ lastWaterTime }) => lastWaterTime)
        .sort()
        .at(-1) ?? at,
    createdTime: whole[0]?.createdTime ?? at,
    updatedTime: at,
  };
  await store.putOfField(ownerId, { record, pieces });
  return true;
}

function partsOf(
  records: readonly WithPieces<StoredIrrigation>[],
  shape: MultiPolygon,
  overlay: Overlay,
): WithPieces<StoredIrrigation>[] {
  return records
    .map(({ record, pieces }) => ({ record, pieces: piecesWithin(pieces, shape, overlay) }))
    .filter(({ pieces }) => pieces.length > 0);
}

function coverageOf(pieces: readonly { geometry: MultiPolygon }[], shape: MultiPolygon): number {
  const watered = pieces.reduce((sum, { geometry }) => sum + overlayArea(geometry), 0);
  return Math.min(100, (watered / overlayArea(shape)) * 100);
}
