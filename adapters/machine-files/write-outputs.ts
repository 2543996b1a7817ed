import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { counted } from '../../domain/counted.ts';
import type { ArtefactName } from '../../domain/machine-files/artefact.ts';
import type { ProcessingOrder, ResultSink } from '../../domain/machine-files/machine-file-engine.ts';
import { machineProblem } from '../../domain/machine-files/problem.ts';
import type { Amounts, DroppedPoints, Total } from '../../domain/machine-files/summary.ts';
import { drawFileImages } from './images/draw-file-images.ts';
import { countPoints, type PointTotals } from './outputs/count-points.ts';
import { footprint } from './outputs/footprint.ts';
import { geojson } from './outputs/geojson.ts';
import { locatePoints, writeLakeParquet, writePolygonParquet, writeStandardParquet } from './outputs/geoparquet.ts';
import { machineUse } from './outputs/machine-use.ts';
import { keptRows, outsideRows, presentColumns, standardPointsSql } from './outputs/points.ts';
import { summarise } from './outputs/summarise.ts';
import { finish, type Progress } from './progress.ts';
import { MachineFileError, type RawSet } from './raw-set.ts';
import { sideBySide } from './side-by-side.ts';
import { assignFields } from './standardise/assign-fields.ts';
import type { PointUnits } from './standardise/standard-points.ts';
import type { WorkDatabase } from './work-database.ts';

/** The order and receiver of a file's outputs. */
export interface OutputWork {
  order: ProcessingOrder;
  sink: ResultSink;
  work: WorkDatabase;
  progress: Progress;
}

/**
 * Writes all outputs of `presented`: points in every format that the settings ask for, their totals, and their fields.
 */
export async function writeOutputs(file: string, raw: RawSet, units: PointUnits, output: OutputWork): Promise<void> {
  const { sink, work, progress } = output;
  const counted = await countPoints(raw, work, units, progress.rows);
  const { startTime, endTime, areaSquareMetres, read, kept, dropped, cleanup, leftOut } = counted;
  const times = { ...(startTime && { startTime }), ...(endTime && { endTime }) };
  const pointCounts = {
    ...{ read, kept, dropped },
    ...(leftOut.length > 0 && { leftOut: Object.fromEntries(leftOut.map(({ mark, points }) => [mark, points])) }),
  };
  Object.assign(progress.reached, { ...times, areaSquareMetres, pointCounts, cleanup });
  if (leftOut.length > 0) progress.problems.push(machineProblem('pointsLeftOut', file, { of: read, leftOut }));
  if (kept === 0) {
    progress.at = 'cleanupGeojson';
    throw new MachineFileError(machineProblem(read === 0 ? 'noReadableData' : 'noPoints', file));
  }
  const write = async (name: ArtefactName, content: AsyncIterable<Uint8Array>) => {
    await sink.artefact(name, content);
    progress.artefacts.push(name);
  };
  const standard = await standardPointsSql(raw, keptRows, work);
  await sideBySide(
    work,
    () => write('standardGeojson', geojson(standard, work)),
    () => writeRest(raw, units, counted, output, write),
  );
}

/** The content of a file that is read once and then deleted, since the disk holds only one of them. */
async function* passing(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path);
  await rm(path);
}

/** Writes large files one after the other, since the disk holds only one of them. */
async function bothFiles(work: WorkDatabase, first: () => Promise<void>, second: () => Promise<void>): Promise<void> {
  if (!work.isOnDisk) {
    await sideBySide(work, first, second);
    return;
  }
  await first();
  await second();
}

/** A note such as `wetMass GT 0 left out 6,381 points with 120,000 m2 (19 %) and 0 lb (0 %)`. */
function whatItTook({ rule, points, ...amounts }: DroppedPoints, logged: Amounts): string {
  const named = (Object.entries(amounts) as [keyof typeof amounts, Total][]).map(([name, { value, unit }]) => {
    const share = (100 * value) / (logged[name]?.value || 1);
    return `${Number(value.toPrecision(6)).toLocaleString('en')} ${unit} (${Number(share.toPrecision(2))} %)`;
  });
  const what = named.length > 0 ? ` with ${new Intl.ListFormat('en').format(named)}` : '';
  return `${rule} left out ${counted(points, 'point')}${what}`;
}

type Write = (name: ArtefactName, content: AsyncIterable<Uint8Array>) => Promise<void>;

/** Writes everything except the points as GeoJSON, which keep one thread busy. */
async function writeRest(
  raw: RawSet,
  units: PointUnits,
  counted: PointTotals,
  { order, sink, work, progress }: OutputWork,
  write: Write,
): Promise<void> {
  const { settings } = order;
  const ground = await footprint(units, work);
  const boxes = await assignFields(ground ? await order.fieldsOn(ground) : [], work);
  Object.assign(progress.reached, { fields: Object.keys(boxes), boxes });
  await locatePoints(raw, work);
  if (settings.enablePolygonOutput) {
    await write('polygonGeoparquet', passing(await writePolygonParquet(raw, units, work)));
  }
  if (settings.enableOutsideFieldGeojson && settings.splitOperationsByField) {
    const [outside] = await work.rows<{ count: string }>(`select count(*) as count from (${outsideRows})`);
    progress.reached.outsideFieldCount = Number(outside?.count ?? 0);
    await write('outsideFieldGeojson', geojson(await standardPointsSql(raw, outsideRows, work), work));
  }
  const standardFile = async () => {
    if (!settings.enableGeoparquetOutput) return;
    await write('standardGeoparquet', passing(await writeStandardParquet(raw, work)));
  };
  const lakeFile = async () => {
    const points = await writeLakeParquet(raw, units, order, work);
    await sink.points(() => createReadStream(points));
    await rm(points);
  };
  await bothFiles(work, standardFile, lakeFile);
  finish(progress, 'standardGeojson', 'cleanupGeojson');
  finish(
    progress,
    'cleanupGeojson',
    'summary',
    counted.cleanup.map((rule) => whatItTook(rule, counted.logged)),
  );

  progress.reached.summary = await summarise(raw, units, counted, ground, settings, work);
  finish(progress, 'summary', 'units');
  const present = new Set(await presentColumns(raw, work));
  progress.reached.units = Object.fromEntries(Object.entries(units).filter(([name]) => present.has(name)));
  finish(progress, 'units', 'propertiesPNGs');
  progress.reached.operators = raw.operators ?? [];
  progress.reached.machineUse = await machineUse(raw, units, work);
  const images = await drawFileImages(raw.operationType, units, settings, sink, work);
  progress.reached.images = images;
  if (images.length === 0) return;
  progress.artefacts.push('zippedPNGs');
  finish(progress, 'propertiesPNGs', 'zippedPNGs');
  finish(progress, 'zippedPNGs', 'zippedPNGs');
}
