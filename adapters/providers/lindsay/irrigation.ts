import * as z from 'zod';
import { toMultiPolygon } from '../../../domain/geometry/widen.ts';
import type { HistoryRow } from '../../../domain/irrigation/passes.ts';
import { providerIdSchema } from '../../../domain/providers/provider-id.ts';
import type { IrrigationProvider, ProvidedEquipment } from '../../../domain/sync/irrigation-provider.ts';
import type { OpenAccount } from '../account.ts';
import { fieldNetList, fieldNetSpan, orAbsent } from './lists.ts';

const id = providerIdSchema;
const text = orAbsent(z.string().max(255));
const number = orAbsent(z.number());
const positive = orAbsent(z.number()).transform((value) => (value !== undefined && value > 0 ? value : undefined));

const systemSchema = z.looseObject({
  id,
  properties: orAbsent(z.looseObject({ name: text, type: text })),
});

const controllerSchema = z.looseObject({
  id,
  ...{ name: text, subtype: text, longitude: number, latitude: number },
  ...{ system_length: positive, system_length_wet: positive, run_time_100_percent: positive },
});

const rowSchema = z.looseObject({
  timestamp: z.iso.datetime({ offset: true }),
  ...{ direction: text, status: text, position: number, depth: number, rate: number },
  ...{ is_irrigating: orAbsent(z.boolean()), is_moving: orAbsent(z.boolean()) },
});

const wedgeSchema = z.looseObject({
  geometry: z.unknown(),
  properties: z.looseObject({ depth: number }),
});

const millimetresPerMetre = 1_000;

/** Irrigation of FieldNET: systems and their controllers have the same ids. Depths of histories are in metres, those of wedges in millimetres. */
export function fieldNetIrrigation(account: OpenAccount): IrrigationProvider {
  return {
    async *equipment() {
      const controllers = new Map<string, z.output<typeof controllerSchema>>();
      for await (const one of fieldNetList(account, '/irrigation-controllers', controllerSchema)) {
        controllers.set(one.id, one);
      }
      for await (const system of fieldNetList(account, '/irrigation-systems', systemSchema)) {
        const controller = controllers.get(system.id);
        const type = system.properties?.type ?? 'pivot';
        yield {
          id: system.id,
          name: system.properties?.name ?? controller?.name,
          type: type.toLowerCase(),
          longitude: controller?.longitude,
          latitude: controller?.latitude,
          lengthMetres: controller?.system_length,
          wetLengthMetres: controller?.system_length_wet,
          turnSeconds: controller?.run_time_100_percent,
          originalType: system.properties?.type,
          originalSubType: controller?.subtype,
        } satisfies ProvidedEquipment;
      }
    },

    async history(equipmentId, from, to) {
      const path = `/irrigation-controllers/${encodeURIComponent(equipmentId)}/history`;
      const rows = await fieldNetSpan(account, path, rowSchema, from, to);
      return rows.map(rowOf).sort((a, b) => a.time - b.time);
    },

    async applied(equipmentId, from, to) {
      const path = `/irrigation-systems/${encodeURIComponent(equipmentId)}/applied-irrigation`;
      const wedges = await fieldNetSpan(account, path, wedgeSchema, from, to);
      return wedges.flatMap(({ geometry, properties: { depth } }) => {
        const shape = toMultiPolygon(geometry);
        return shape && depth !== undefined && depth > 0 ? [{ depthMillimetres: depth, geometry: shape }] : [];
      });
    },

    note: account.transport.note,
    close: () => account.transport.flush(),
  };
}

function rowOf(row: z.output<typeof rowSchema>): HistoryRow {
  const { timestamp, direction = '', position, depth, rate, is_irrigating: isIrrigating, is_moving: isMoving } = row;
  return {
    time: Date.parse(timestamp),
    isIrrigating: isIrrigating === true,
    // Panels that do not say it move while they irrigate.
    isMoving: isMoving ?? isIrrigating === true,
    isReverse: direction.toLowerCase().includes('reverse'),
    ...{ position, rate },
    depthMillimetres: depth === undefined ? undefined : depth * millimetresPerMetre,
  };
}

/** The first call of a round, which shows whether the provider takes a credential. */
export async function askFirstSystem(account: OpenAccount): Promise<void> {
  for await (const _ of fieldNetList(account, '/irrigation-systems', systemSchema)) break;
}
