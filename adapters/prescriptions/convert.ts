import { zipSync } from 'fflate';
import { orientPolygons } from '../../domain/geometry/rings.ts';
import { plantingColumnFor } from '../../domain/prescriptions/planting.ts';
import type { Prescription, PrescriptionFormat } from '../../domain/prescriptions/prescription.ts';
import { finding } from '../../domain/prescriptions/prescription-finding.ts';
import { type PrescriptionTarget, zipRules } from '../../domain/prescriptions/zip-rules.ts';
import { PrescriptionError } from './prescription-error.ts';
import { writeShapefile } from './write-shapefile.ts';
import { writeTaskData } from './write-task-data.ts';

/** The format to write, and the provider for which a shapefile is. */
export interface ConversionOrder {
  to: PrescriptionFormat;
  target?: PrescriptionTarget | undefined;
}

/** Entries of zips have one time, so that the same prescription makes the same bytes. */
const mtime = new Date(1980, 0, 1);
const maxColumn = 10;

/**
 * Writes a prescription in another format: the zip of a shapefile or of the folder TASKDATA, or GeoJSON.
 *
 * @param name the base name of the file, and of the task.
 * @throws PrescriptionError if the format cannot express it.
 */
export function convert(prescription: Prescription, name: string, { to, target }: ConversionOrder): Uint8Array {
  if (to === 'geojson') return Buffer.from(geoJson(prescription));
  if (to === 'isoxml')
    return zipSync({ 'TASKDATA/TASKDATA.XML': Buffer.from(writeTaskData(prescription, name)) }, { mtime });
  const { folder, isForPlanting } = target ? zipRules[target] : {};
  const ascii = columnOf(prescription.column);
  const column = isForPlanting ? planted(prescription, ascii) : ascii;
  const parts = writeShapefile({ column, rows: prescription.grounds });
  const base = `${folder ? `${folder}/` : ''}${asciiOf(name) || 'prescription'}`;
  return zipSync(
    Object.fromEntries(Object.entries(parts).map(([extension, bytes]) => [`${base}.${extension}`, bytes])),
    { mtime },
  );
}

function planted({ column, unit }: Prescription, ascii: string): string {
  // The whole name first: its first ten characters may have lost the word that tells.
  const named = plantingColumnFor(column, unit) && plantingColumnFor(ascii, unit);
  if (named) return named;
  throw new PrescriptionError(finding('notPlanted', { column }, { column, unit: unit ?? '' }));
}

function geoJson({ grounds, column, unit }: Prescription): string {
  const features = grounds.map(({ geometry, rate }) => ({
    type: 'Feature',
    properties: { [column]: rate, ...(unit && { rateUnit: unit }) },
    geometry: { ...geometry, coordinates: orientPolygons(geometry.coordinates) },
  }));
  return JSON.stringify({ type: 'FeatureCollection', features });
}

/** Names of columns have ten characters of ASCII. */
function columnOf(column: string): string {
  return asciiOf(column).slice(0, maxColumn) || 'rate';
}

const asciiOf = (text: string) => text.replace(/[^A-Za-z0-9_-]+/g, '_').replace(/^_+/, '');
