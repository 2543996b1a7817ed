import { createWriteStream, mkdirSync, renameSync, rmSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { identifier, text } from '../../adapters/duckdb/sql-text.ts';
import { pointsCompactor } from '../../adapters/machine-files/compact-points.ts';
import { locatePoints, writeLakeParquet } from '../../adapters/machine-files/outputs/geoparquet.ts';
import type { RawSet } from '../../adapters/machine-files/raw-set.ts';
import { columnTypes } from '../../adapters/machine-files/standardise/source-values.ts';
import { openWorkDatabase } from '../../adapters/machine-files/work-database.ts';
import { derivedId } from '../../adapters/system.ts';
import type { OperationType } from '../../domain/machine-files/operation-type.ts';
import { pointColumns } from '../../domain/machine-files/points/point-columns.ts';
import { type PointPropertyName, propertiesOf } from '../../domain/machine-files/points/point-properties.ts';
import type { Box } from '../../sql/geography/box.ts';

export interface LakeSize {
  points: number;
  files: number;
  /** Fields of all files; a square number for each file. */
  fields: number;
}

/** Files that are written as one object. */
const filesInObject = 5;
const fieldsInFile = 25;

/** The size of a lake of about the given number of points, and of no fewer than one object has. @param pointsInFile of each machine file. */
export function lakeSize(points: number, pointsInFile: number): LakeSize {
  const files = Math.max(filesInObject, Math.round(points / pointsInFile));
  return { points: files * pointsInFile, files, fields: files * fieldsInFile };
}

export interface LakeFile {
  fileId: string;
  ingestId: string;
  svcUserId: string;
  operationType: OperationType;
}

/** Degrees between the corners of neighbouring fields, some 900 m, and how much of that a field is long. */
const fieldDegrees = 0.01;
const worked = 0.8;
const blocksInRow = 8;
const west = -93.2;
const south = 41.6;

const operationTypes: readonly OperationType[] = ['harvested', 'planted', 'applied', 'tillage'];
const crops = ['corn', 'soybeans', 'wheat'];

/** The origin of derived ids, so that every run has the same. */
const origin = '0199a000-0000-7000-8000-000000000000';

/** The id of the n-th field. */
export const fieldIdOf = (number: number): string => derivedId(origin, 'field', String(number));

/** The corner of a field's ground, the longer side of which is `fieldMetres`. */
export function cornerOf(number: number, { files, fields }: LakeSize): [longitude: number, latitude: number] {
  const inFile = fields / files;
  const side = Math.sqrt(inFile);
  const [block, within] = [Math.floor(number / inFile), number % inFile];
  const column = (block % blocksInRow) * (side + 1) + (within % side);
  const row = Math.floor(block / blocksInRow) * (side + 1) + Math.floor(within / side);
  return [west + column * fieldDegrees, south + row * fieldDegrees];
}

/** Boxes of the points of some fields, as stored for each file: west, south, east, north. */
export function boxesOf(fields: readonly number[], size: LakeSize): Map<string, Box> {
  const margin = fieldDegrees / 1_000;
  const length = fieldDegrees * (worked + 0.02);
  return new Map(
    fields.map((field) => {
      const [west, south] = cornerOf(field, size);
      return [fieldIdOf(field), [west - margin, south - margin, west + length, south + length]];
    }),
  );
}

/** The day on which the work of a file began, as text. */
export const dayOf = (file: number): string =>
  new Date(Date.UTC(2025, 3, 1 + ((file * 5) % 190))).toISOString().slice(0, 10);

/**
 * Writes points as processing does, and compacts them as the lake is compacted by night. Each file is the work of one kind on a block of
 * neighbouring fields; four files belong to a user.
 */
export async function writeLake(folder: string, size: LakeSize): Promise<{ files: LakeFile[]; paths: string[] }> {
  const files: LakeFile[] = [];
  const paths: string[] = [];
  let open: string[] = [];
  for (let number = 0; number < size.files; number++) {
    const file = lakeFile(number);
    files.push(file);
    open.push(await writeLakeFile(join(folder, `${number}`), number, file, size));
    if (open.length < filesInObject && number < size.files - 1) continue;
    paths.push(await compact(folder, paths.length, open));
    open = [];
  }
  return { files, paths };
}

/** The n-th file of a lake. */
export function lakeFile(number: number): LakeFile {
  const fileId = derivedId(origin, 'file', String(number));
  return {
    fileId,
    ingestId: derivedId(fileId, 'ingest'),
    svcUserId: derivedId(origin, 'user', String(Math.floor(number / 4))),
    operationType: operationTypes[number % operationTypes.length] ?? 'harvested',
  };
}

async function compact(folder: string, number: number, files: readonly string[]): Promise<string> {
  const path = join(folder, `compacted.${number}.metric4.parquet`);
  const sources = files.map((file) => ({ download: (to: string) => copyFile(file, to).then(() => true) }));
  const leftOut = { ingestIds: [], svcUserIds: [] };
  await pointsCompactor.compact(sources, leftOut, (_, content) => pipeline(content, createWriteStream(path)));
  for (const file of files) rmSync(file);
  return path;
}

/** Writes the points of one file as processing does. @returns the path of its Parquet */
export async function writeLakeFile(
  directory: string,
  number: number,
  file: LakeFile,
  size: LakeSize,
): Promise<string> {
  mkdirSync(directory);
  const work = await openWorkDatabase(directory, 0);
  try {
    const raw: RawSet = { ...nothing, operationType: file.operationType };
    await work.run(`create table driven as ${drivenSql(number, size)}`);
    const values = valuesOf(crops[number % crops.length] ?? '');
    const columns = propertiesOf(file.operationType).map(
      ([name, { type }]) => `(${values[name] ?? 'null'})::${columnTypes[type]} as ${identifier(name)}`,
    );
    await work.run(`create table presented as select "row", lon, lat, "timestamp", null::varchar as dropped, null::varchar as leftOut,
      ${columns.join(', ')}, null::varchar as products from driven`);
    await work.run('create table placed as select "row", [fieldId] as fieldIds from driven');
    await locatePoints(raw, work);
    const owner = { ...file, ownerName: 'bench', provider: 'bench' };
    const path = `${directory}.parquet`;
    renameSync(await writeLakeParquet(raw, lakeUnits, owner, work), path);
    return path;
  } finally {
    work.close();
  }
}

/** The units of all columns: made-up numbers are in the lake's own units, so nothing is converted. */
export const lakeUnits = Object.fromEntries(pointColumns.map(({ name, measured: [column] }) => [name, column?.unit]));

const nothing: Omit<RawSet, 'operationType'> = {
  columns: [],
  values: [],
  machinery: [],
  origin: {},
  notes: [],
  problems: [],
};

/** Rows of a machine that goes up and down each field of a file. */
function drivenSql(number: number, size: LakeSize): string {
  const inFile = size.fields / size.files;
  const perField = Math.floor(size.points / size.fields);
  const rows = Math.ceil(Math.sqrt(perField));
  const step = (fieldDegrees * worked) / rows;
  const fields = Array.from({ length: inFile }, (_, index) => {
    const field = number * inFile + index;
    const [longitude, latitude] = cornerOf(field, size);
    return `(${index}, ${text(fieldIdOf(field))}, ${longitude}, ${latitude})`;
  });
  const along = `case when (k // ${rows}) % 2 = 0 then k % ${rows} else ${rows - 1} - k % ${rows} end`;
  return `select (f * ${perField} + k)::bigint as "row", fieldId, f, k, k // ${rows} as pass,
      w + ((k // ${rows}) + sin(k) / 20) * ${step} as lon, s + (${along} + cos(k * 3) / 20) * ${step} as lat,
      timestamp '${dayOf(number)} 06:00:00' + to_seconds(f * 20000 + k) as "timestamp"
    from (values ${fields.join(', ')}) as fields(f, fieldId, w, s), range(${perField}) as points(k)`;
}

/** Values that a machine logs, by the names of properties: smooth over the field, but not quite. */
function valuesOf(crop: string): Partial<Record<PointPropertyName, string>> {
  const swing = 'sin(lon * 900 + f) + cos(lat * 700) + (hash("row") % 1000)::double / 2000';
  const noisy = (usual: number, share: number) => `round(${usual} * (1 + ${share} * (${swing})), 4)`;
  return {
    area: noisy(18, 0.01),
    distance: noisy(2, 0.02),
    elevation: `round(240 + 8 * (${swing}), 3)`,
    heading: 'case when pass % 2 = 0 then 0.5 else 180.5 end + round(sin(k / 40), 2)',
    speed: noisy(7.2, 0.05),
    equipmentWidth: '9.144',
    recordingStatus: "'On'",
    sectionId: '(k % 8)::bigint',
    crop: `'${crop}'`,
    variety: `case when f % 2 = 0 then 'P25A12X' else '23A42' end`,
    seedRate: noisy(82_000, 0.05),
    seedDepth: noisy(4.5, 0.05),
    appliedRate: noisy(120, 0.1),
    harvestMoisture: noisy(14, 0.06),
    wetMass: noisy(12, 0.2),
    wetMassPerArea: noisy(9_800, 0.2),
    wetVolume: noisy(0.016, 0.2),
    wetVolumePerArea: noisy(13.1, 0.2),
    dryMass: noisy(11.6, 0.2),
    dryMassPerArea: noisy(9_500, 0.2),
    dryVolume: noisy(0.0155, 0.2),
    dryVolumePerArea: noisy(12.7, 0.2),
    tillageDepthActual: noisy(12, 0.1),
  };
}
