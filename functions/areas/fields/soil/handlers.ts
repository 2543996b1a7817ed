import { readLines } from '../../../../adapters/lake/read-lines.ts';
import { invalid } from '../../../../domain/errors.ts';
import { soilKey, soilSamples } from '../../../../domain/files/soil-keys.ts';
import type { Bounds, MultiPolygon } from '../../../../domain/geometry/multi-polygon.ts';
import { boundsOf } from '../../../../domain/geometry/multi-polygon.ts';
import { limits, limitText } from '../../../../domain/limits.ts';
import { everyRow } from '../../../../domain/paging.ts';
import { counts } from '../../../../domain/soil/batch/soil-batch.ts';
import { fieldSoil } from '../../../../domain/soil/field-soil/field-soil.ts';
import type { FieldSample } from '../../../../domain/soil/field-soil/measured-values.ts';
import { fieldsAround } from '../../../../domain/soil/fields-around.ts';
import { boundsMeet } from '../../../../domain/soil/outputs/bounds.ts';
import type { SampleLine } from '../../../../domain/soil/outputs/sample-line.ts';
import type { Handlers } from '../../../http/exchange.ts';
import type { FieldsServices } from '../services.ts';
import type { fieldSoilEndpoints } from './endpoints.ts';

/** Percentage of the smaller of the two by which a sampled area has to overlap a zone. */
const zonePercent = 50;

type Named = { ownerId: string; svcUserId: string; fieldId: string };
interface Wanted {
  analyte?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

export const fieldSoilHandlers: Handlers<typeof fieldSoilEndpoints, FieldsServices> = {
  async getFieldSoil({ params: { svcUserId, fieldId }, owner, query }, services) {
    const named = { ownerId: owner.id, svcUserId, fieldId };
    const boundary = await services.fields.activeBoundary(owner.id, svcUserId, fieldId);
    const ground = boundary && boundsOf(boundary.geometry.coordinates);
    const samples = ground ? await samplesOn(named, boundary.geometry, ground, query, services) : [];
    const { items: zones } = await services.zones.list(owner.id, svcUserId, fieldId, everyRow);
    const grounds = zones.map(({ id, geometry }) => ({ fieldId: id, shape: geometry }));
    const around = zones.length > 0 ? fieldsAround(grounds, zonePercent, await services.overlay()) : () => [];
    const body = fieldSoil({ fieldId, svcUserId, samples, zones, zonesOf: around });
    if (Buffer.byteLength(JSON.stringify(body)) > limits.responseBytes) throw tooMany();
    return { status: 200, body };
  },
};

/** The samples of the user on some ground, with the results that are wanted. */
async function samplesOn(
  { ownerId, svcUserId, fieldId }: Named,
  shape: MultiPolygon,
  bounds: Bounds,
  wanted: Wanted,
  { soil, files, overlay, attachPercent }: FieldsServices,
): Promise<FieldSample[]> {
  const percent = await attachPercent(ownerId, svcUserId);
  const fieldOf = fieldsAround([{ fieldId, shape }], percent, await overlay());
  const found: FieldSample[] = [];
  let read = 0;
  for await (const { id: batchId, entries } of soil.each(ownerId, svcUserId)) {
    for (const { id: entryId, bounds: extent, sampleCount = 0 } of entries.filter(counts)) {
      if (!extent || !boundsMeet(extent, bounds)) continue;
      read += sampleCount;
      if (read > limits.shownSamples) throw tooMany();
      const content = await files.getStream(soilKey(ownerId, svcUserId, { batchId, entryId }, soilSamples));
      if (!content) continue;
      for await (const line of readLines(content)) {
        const sample = withResults(JSON.parse(line) as SampleLine, wanted);
        if (sample && fieldOf(sample.geometry).length > 0) found.push({ sample, batchId, entryId });
      }
    }
  }
  return found;
}

/** A sample with the results that are wanted; undefined if it was taken on another day. */
function withResults(sample: SampleLine, { analyte, from, to }: Wanted): SampleLine | undefined {
  const { date } = sample;
  if (from !== undefined && (date === undefined || date < from)) return undefined;
  if (to !== undefined && (date === undefined || date > to)) return undefined;
  return analyte === undefined ? sample : { ...sample, results: sample.results.filter(({ code }) => code === analyte) };
}

function tooMany() {
  const message = `Zips with more than ${limitText.shownSamples} soil samples reach the field, or their values do not fit a response. Name one analyte, or query the table soilSamples.`;
  return invalid('#/fieldId', message, 'tooManySamples');
}
