import { open, readFile } from 'node:fs/promises';
import type { UnpackedFile } from '../../domain/boundary-files/boundary-set.ts';
import { sniffedBytes } from '../../domain/boundary-files/content-kind.ts';
import { boundaryLimits } from '../../domain/boundary-files/limits.ts';
import { extensionOf } from '../../domain/boundary-files/shapefile-sets.ts';
import { decodeText } from '../../domain/boundary-files/text-encoding.ts';
import { isOfMachines } from '../../domain/machine-files/points/planned-rates.ts';
import type { Ground } from '../../domain/uploads/route-sets.ts';
import { sortedLayers } from '../gdal/work-layers.ts';

/** Offset of the type of all shapes in the header of a shapefile (ESRI Shapefile Technical Description, 1998, p. 4). */
const shapeTypeAt = 32;
const pointTypes = new Set([1, 8, 11, 18, 21, 28]);
const areaTypes = new Set([5, 15, 25]);

/** Sizes of the header of a dBASE table and of each column in it; a table has at most 255 columns. */
const columnBytes = 32;
const tableHeaderBytes = 256 * columnBytes;

/**
 * Determines the geometry of those files of an upload that may be boundaries or machine data.
 *
 * @example const grounds = await groundsOf(files); // such as { 'farm.zip/a.shp' => 'outlines' }
 */
export async function groundsOf(files: UnpackedFile[]): Promise<Map<string, Ground>> {
  const found = await Promise.all(files.map(async (file) => [file.name, await groundOf(file, files)] as const));
  return new Map(found.flatMap(([name, ground]) => (ground ? [[name, ground] as const] : [])));
}

async function groundOf(file: UnpackedFile, all: UnpackedFile[]): Promise<Ground | undefined> {
  if (file.kind === 'shapefile' && extensionOf(file.name) === 'shp') {
    const table = tableOf(file, all);
    return ofShapefile(await head(file.path, 100), table ? await head(table.path, tableHeaderBytes) : undefined);
  }
  if (file.kind === 'geojson') return ofGeoJson(decodeText(await head(file.path, sniffedBytes)).text);
  if (file.kind === 'geopackage' || file.kind === 'flatgeobuf') {
    const { work, haveOutlines } = sortedLayers(file.path, file.kind);
    return work.length > 0 && !haveOutlines ? 'work' : 'outlines';
  }
  if (file.kind === 'isoxml') return ofTaskData(file, all);
  return undefined;
}

function ofShapefile(header: Buffer, table: Buffer | undefined): Ground | undefined {
  if (header.length < shapeTypeAt + 4) return undefined;
  const type = header.readInt32LE(shapeTypeAt);
  if (pointTypes.has(type)) return 'work';
  if (!areaTypes.has(type)) return undefined;
  return table && isOfMachines(columnsOf(table)) ? 'work' : 'outlines';
}

/** The columns of the table of a shapefile; undefined without one. @param file its `.shp`. */
export async function shapefileColumns(
  file: UnpackedFile,
  all: readonly UnpackedFile[],
): Promise<string[] | undefined> {
  const table = tableOf(file, all);
  return table && columnsOf(await head(table.path, tableHeaderBytes));
}

function tableOf(file: UnpackedFile, all: readonly UnpackedFile[]): UnpackedFile | undefined {
  const name = file.name.toLowerCase().replace(/shp$/, 'dbf');
  return all.find((other) => other.name.toLowerCase() === name);
}

/** The column names of a dBASE table; each column's description begins with its name. */
function columnsOf(table: Buffer): string[] {
  const names: string[] = [];
  for (let at = columnBytes; at + columnBytes <= table.length && table[at] !== 0x0d; at += columnBytes) {
    const [name = ''] = table.toString('latin1', at, at + 11).split('\0');
    names.push(name);
  }
  return names;
}

/** Judged by the first geometry and the first properties, since files rarely mix kinds. */
function ofGeoJson(text: string): Ground | undefined {
  const [, type] = /"type"\s*:\s*"(?:Multi)?(Point|Polygon)"/.exec(text) ?? [];
  if (type === undefined) return undefined;
  const [, properties = ''] = /"properties"\s*:\s*\{([^{}]*)\}/.exec(text) ?? [];
  const names = Array.from(properties.matchAll(/"([^"]*)"\s*:/g), ([, name = '']) => name);
  return type === 'Point' || isOfMachines(names) ? 'work' : 'outlines';
}

/** Task data has the outlines of fields in its main file or in a list of fields beside it. Without any, its zones are those of a prescription. */
async function ofTaskData(main: UnpackedFile, all: UnpackedFile[]): Promise<Ground | undefined> {
  const folder = main.name.slice(0, main.name.lastIndexOf('/') + 1);
  const lists = all.filter(({ name }) => name.startsWith(folder) && /^PFD\d{5}\.XML$/i.test(name.slice(folder.length)));
  let hasZones = false;
  for (const { path, bytes } of [main, ...lists]) {
    if (bytes > boundaryLimits.xmlBytes) continue;
    const [before = '', ...zones] = decodeText(await readFile(path)).text.split('<TZN');
    const outside = [before, ...zones.map((zone) => zone.split('</TZN>').at(-1) ?? '')];
    if (outside.some((text) => /<PLN[\s>]/.test(text))) return 'outlines';
    hasZones ||= zones.length > 0;
  }
  return hasZones ? 'work' : undefined;
}

async function head(path: string, bytes: number): Promise<Buffer> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
