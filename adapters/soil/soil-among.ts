import type { UnpackedFile } from '../../domain/boundary-files/boundary-set.ts';
import { soilTableOf } from '../../domain/soil/tables/soil-headings.ts';
import { shapefileColumns } from '../archives/grounds.ts';
import { modusJson } from './formats/modus-json.ts';
import { modusSlim } from './formats/modus-slim.ts';
import { modusXml } from './formats/modus-xml.ts';
import type { SoilSource } from './soil-format.ts';
import { withHead } from './soil-source.ts';
import { readCsv } from './tables/csv.ts';
import { xmlParts } from './xlsx/xml-tags.ts';

/** Kinds of files that may be soil results by their text. */
const texts = new Set(['xml', 'json', 'geojson', 'other']);
const modus = [modusXml, modusJson, modusSlim];

/**
 * The names of those files of an upload of any kind that are soil results, with what is read beside them: all parts of a workbook or shapefile, and shapefiles and
 * tables with the places of samples, if there are results. A workbook that nothing else explains is one of them, whose reader says what it lacks.
 */
export async function soilAmong(files: readonly UnpackedFile[]): Promise<ReadonlySet<string>> {
  const results: string[] = [];
  const places: string[] = [];
  for (const file of files) {
    const found = await soilIn(file, files);
    if (found) (found.is === 'results' ? results : places).push(...found.names);
  }
  return new Set(results.length > 0 ? [...results, ...places] : []);
}

async function soilIn(file: UnpackedFile, files: readonly UnpackedFile[]) {
  if (file.kind === 'shapefile' && /\.shp$/i.test(file.name)) {
    const columns = await shapefileColumns(file, files);
    const is = columns && soilTableOf([columns]);
    const stem = file.name.slice(0, -3).toLowerCase();
    return is && { is, names: files.flatMap(({ name }) => (name.toLowerCase().startsWith(stem) ? [name] : [])) };
  }
  if (!texts.has(file.kind)) return undefined;
  if (file.name.endsWith('/xl/workbook.xml')) return workbookIn(file, files);
  // Other parts of workbooks.
  if (/\/xl\//.test(file.name)) return undefined;
  const source = await withHead(file);
  const is = modus.some((format) => format.recognises(source, {})) ? 'results' : tableIn(source);
  return is && { is, names: [file.name] };
}

function tableIn({ kind, head }: SoilSource) {
  if (kind !== 'other' || head.includes('\0')) return undefined;
  const table = readCsv(head);
  return table && soilTableOf(table.rows);
}

/** A workbook whose texts name properties of soil. Its texts are in one list, without their rows. */
async function workbookIn(main: UnpackedFile, files: readonly UnpackedFile[]) {
  const folder = main.name.slice(0, -'xl/workbook.xml'.length);
  const members = files.filter(({ name }) => name.startsWith(folder));
  const isAlone = members.length === files.length;
  const written = members.filter(({ name }) => /\/xl\/(?:sharedStrings\.xml|worksheets\/sheet1\.xml)$/.test(name));
  const cells = (await Promise.all(written.map(withHead))).flatMap(({ head }) => textsIn(head));
  const is = isAlone ? 'results' : soilTableOf([cells]);
  return is && { is, names: members.map(({ name }) => name) };
}

const textsIn = (xml: string) => [...xmlParts(xml)].flatMap((part) => (part.kind === 'text' ? [part.text] : []));
