import type { Shape } from '../../sql/geography/shape.ts';
import { multiPolygon } from '../geometry/multi-polygon.ts';
import type { SampleLine } from '../soil/outputs/sample-line.ts';
import { polygonsOf } from '../soil/sampled-area.ts';
import type { SoilGeometry } from '../soil/soil-reading.ts';
import type { LakeRow } from './shard-store.ts';
import { storedGeometry } from './stored-geometry.ts';
import { onSphere } from './straight-edges.ts';

/** The entry that a sample was read from. */
export interface OfEntry {
  batchId: string;
  entryId: string;
  svcUserId: string;
}

/** A sample's rows of `soilSamples`, one for each result. @param index of the sample in its entry. */
export function* soilRows(
  { batchId, entryId, svcUserId }: OfEntry,
  sample: SampleLine,
  index: number,
  fieldIds: readonly string[],
): Generator<LakeRow> {
  const place = storedGeometry(sample.geometry ? shapeOf(sample.geometry) : undefined);
  const { centimetres } = sample.depth ?? {};
  for (const [number, { original, ...result }] of sample.results.entries()) {
    yield {
      ...{ id: `${entryId}.${index}.${number}`, batchId, entryId, svcUserId, fieldIds },
      sampleId: sample.id,
      sampleDate: sample.date,
      fieldName: sample.field,
      depthTopCm: centimetres?.top,
      depthBottomCm: centimetres?.bottom,
      analyte: result.code,
      value: result.value,
      unit: result.value === undefined ? undefined : result.unit,
      method: result.method,
      qualifier: result.qualifier,
      flag: result.flag,
      originalName: original.name,
      originalValue: original.value,
      originalUnit: original.unit,
      originalMethod: original.method,
      labName: sample.labName,
      ...place,
    };
  }
}

function shapeOf(geometry: SoilGeometry): Shape | undefined {
  if (geometry.type !== 'Point') return onSphere(multiPolygon(polygonsOf(geometry)));
  const [longitude = 0, latitude = 0] = geometry.coordinates;
  return { type: 'Point', coordinates: [longitude, latitude] };
}
