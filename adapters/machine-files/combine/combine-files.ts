import { createReadStream } from 'node:fs';
import { askedOf } from '../../../domain/machine-files/image.ts';
import type {
  CombinedFiles,
  CombinedPart,
  CombiningOrder,
  OperationSink,
} from '../../../domain/machine-files/machine-file-engine.ts';
import { factorOf } from '../../../domain/machine-files/points/units.ts';
import type { OperationArtefact } from '../../../domain/operations/operation.ts';
import { drawImages } from '../images/draw-images.ts';
import { countPoints } from '../outputs/count-points.ts';
import { footprint } from '../outputs/footprint.ts';
import { geojson } from '../outputs/geojson.ts';
import { locatePoints, writeStandardParquet } from '../outputs/geoparquet.ts';
import { keptRows, presentColumns, standardPointsSql, timestampText } from '../outputs/points.ts';
import { summarise } from '../outputs/summarise.ts';
import type { RawSet } from '../raw-set.ts';
import { assignFields } from '../standardise/assign-fields.ts';
import { isCounted } from '../standardise/counted-points.ts';
import type { PointUnits } from '../standardise/standard-points.ts';
import type { WorkDatabase } from '../work-database.ts';
import { leaveOutElsewhere } from './counted-elsewhere.ts';
import { filterPoints } from './filter-points.ts';
import { type LoadedFile, loadPoints } from './load-points.ts';

/** Makes a field operation of files: their points of normal work in its fields, and the totals. */
export async function combineFiles(
  files: LoadedFile[],
  { operationType, within, settings }: CombiningOrder,
  sink: OperationSink,
  work: WorkDatabase,
): Promise<CombinedFiles | undefined> {
  const options = { ...settings, counting: 'once' } as const;
  const { raw, units } = await loadPoints(files, operationType, options, within, work);
  const elsewhere = await leaveOutElsewhere(operationType, units, work);
  const counted = await countPoints(raw, work, units);
  if (counted.kept === 0) return undefined;
  await assignFields([], work);
  const parts = await partsOf(files, units, work);
  const artefacts: OperationArtefact[] = [];
  const write = async (points: OperationArtefact, parquet: OperationArtefact) => {
    await sink.artefact(points, geojson(await standardPointsSql(raw, keptRows, work), work));
    artefacts.push(points);
    if (!settings.enableGeoparquetOutput) return;
    await locatePoints(raw, work);
    await sink.artefact(parquet, createReadStream(await writeStandardParquet(raw, work)));
    artefacts.push(parquet);
  };
  await write('standardGeojson', 'standardGeoparquet');
  const ground = await footprint(units, work);
  const made = await summarise(raw, units, counted, ground, settings, work);
  const summary = elsewhere ? { ...made, properties: { ...made.properties, countedElsewhere: elsewhere } } : made;
  const shown = await unitsOf(raw, units, work);
  const isFiltered =
    settings.operationsFilteredGeojson && (await filterPoints(operationType, units, settings, work)) > 0;
  if (isFiltered) await write('filteredGeojson', 'filteredGeoparquet');
  const { startTime, endTime, areaSquareMetres } = counted;
  const times = { ...(startTime && { startTime }), ...(endTime && { endTime }) };
  const drawing = {
    properties: askedOf(operationType, settings),
    units,
    withNumbers: settings.operationsImageAsGeoTiff,
  };
  const images = await drawImages(drawing, sink, work);
  return { ...times, parts, areaSquareMetres, summary, units: shown, artefacts, images };
}

async function unitsOf(
  raw: RawSet,
  units: Record<string, string>,
  work: WorkDatabase,
): Promise<Record<string, string>> {
  const present = new Set(await presentColumns(raw, work));
  return Object.fromEntries(Object.entries(units).filter(([name]) => present.has(name)));
}

/** The contribution of each file: the time of its points, and their area. */
async function partsOf(files: LoadedFile[], units: PointUnits, work: WorkDatabase): Promise<CombinedPart[]> {
  const rows = await work.rows<{ source: number; start: string | null; end: string | null; area: number | null }>(
    `select source, ${timestampText('min("timestamp")')} as "start", ${timestampText('max("timestamp")')} as "end",
      sum(area) as area from presented where ${isCounted} group by source order by source`,
  );
  return rows.flatMap(({ source, start, end, area }) => {
    const file = files[source]?.file;
    if (!file) return [];
    const times = { ...(start && { startTime: start }), ...(end && { endTime: end }) };
    return [{ fileId: file.id, ...times, areaSquareMetres: Number(area ?? 0) * factorOf(units.area ?? 'm2') }];
  });
}
