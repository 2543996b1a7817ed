import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ring } from '../../../domain/geometry/multi-polygon.ts';
import { multiPolygon } from '../../../domain/geometry/multi-polygon.ts';
import { type PrescriptionFormat, prescriptionFormats } from '../../../domain/prescriptions/prescription.ts';
import type { InspectionOrder } from '../../../domain/prescriptions/prescription-reader.ts';

interface PrescriptionCase {
  name: string;
  path: string;
  order: Partial<InspectionOrder>;
  /** Formats in which it cannot be written. */
  refused?: readonly PrescriptionFormat[];
}

/**
 * What is compared.
 *
 * @param real the folder of real prescriptions.
 * @param made the folder of grids that isoxml has written; zones are written there as well.
 */
export function prescriptionCases(real: string, made: string): PrescriptionCase[] {
  const { path, order } = zonesOfField(made);
  return [
    {
      name: 'zones of many parts',
      path: join(real, 'kunzhoudk+isoxml-py/Rx_big.zip'),
      order: { rateColumn: 'rate', rateUnit: 'l/ha' },
    },
    {
      name: '2,360 polygons in a nameless system',
      path: join(real, 'paulhegedus+OFPEDATA2/FarmerI_AA16_AA_N_2016_henrys.zip'),
      order: { rateColumn: 'rt_apd_ms_', rateUnit: 'lbs/ac' },
      // It has more than 254 rates.
      refused: ['isoxml'],
    },
    {
      name: 'zones of many parts, in gallons',
      path: join(real, 'kunzhoudk+isoxml-py/Rx_big.zip'),
      order: { rateColumn: 'rateInt', rateUnit: 'gal/ac' },
    },
    {
      name: 'GeoJSON',
      path: join(real, 'kunzhoudk+isoxml-py/app_map_vector.geojson'),
      order: { rateColumn: 'dose', rateUnit: 'kg/ha' },
      // Its fourth polygon has no rate.
      refused: prescriptionFormats,
    },
    {
      name: 'polygons of task data',
      path: join(real, 'kunzhoudk+isoxml-py/v4_farmdoc_fertilizer_map_1.zip'),
      order: {},
    },
    {
      name: 'a grid of 42,008 cells',
      path: join(real, 'Josephinum-Research+isoxml-py/v3_grid_type_2.zip'),
      order: {},
    },
    {
      name: 'a grid shown by another scale',
      path: join(real, 'dev4Agriculture+isoxml-dotnet/grid_type2_readvalue.zip'),
      order: {},
    },
    { name: 'a grid of codes by isoxml', path: join(made, 'type-1.zip'), order: {} },
    { name: 'a grid of rates by isoxml', path: join(made, 'type-2.zip'), order: {} },
    {
      name: 'the second product of a grid by isoxml',
      path: join(made, 'type-2-of-two.zip'),
      order: { rateColumn: 'Seed' },
    },
    { name: 'zones and the rest of a field', path, order },
  ];
}

/** Zones, one with a hole, and the rest of their field, as `fromZones` asks for them. */
function zonesOfField(folder: string): Pick<PrescriptionCase, 'path' | 'order'> {
  const box = (west: number, south: number, east: number, north: number): Ring => [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  const zones = [
    {
      rate: 34_000,
      geometry: multiPolygon([[box(-93.62, 41.98, -93.617, 41.984), box(-93.619, 41.981, -93.618, 41.982)]]),
    },
    { rate: 31_500, geometry: multiPolygon([[box(-93.617, 41.98, -93.6155, 41.983)]]) },
  ];
  const features = zones.map(({ rate, geometry }) => ({ type: 'Feature', properties: { rate }, geometry }));
  const path = join(folder, 'zones.geojson');
  writeFileSync(path, JSON.stringify({ type: 'FeatureCollection', features }));
  const field = multiPolygon([[box(-93.621, 41.979, -93.613, 41.9853)]]);
  return { path, order: { rateColumn: 'rate', rateUnit: 'S/ac', restRate: 28_000, field, withoutOverlaps: true } };
}
