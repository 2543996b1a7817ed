import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { metresPerSecond, positionOf, sectionMetres, south, start, west } from './drive.ts';

const wgs84 =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],' +
  'UNIT["Degree",0.0174532925199433]]';

/** The columns of an export, with their units as its description has them. */
const columns: { name: string; type: 'N' | 'C'; length: number; decimals: number; unit?: string }[] = [
  { name: 'DISTANCE', type: 'N', length: 18, decimals: 8, unit: 'ft' },
  { name: 'SWATHWIDTH', type: 'N', length: 18, decimals: 8, unit: 'ft' },
  { name: 'VRYIELDVOL', type: 'N', length: 18, decimals: 8, unit: 'bu1ac-1' },
  { name: 'SECTIONID', type: 'N', length: 9, decimals: 0 },
  { name: 'Crop', type: 'N', length: 5, decimals: 0 },
  { name: 'WetMass', type: 'N', length: 18, decimals: 8, unit: 'lb1ac-1' },
  { name: 'Moisture', type: 'N', length: 18, decimals: 8, unit: 'prcnt' },
  { name: 'Time', type: 'C', length: 23, decimals: 0 },
  { name: 'Heading', type: 'N', length: 18, decimals: 8 },
  { name: 'VARIETY', type: 'C', length: 23, decimals: 0 },
  { name: 'Elevation', type: 'N', length: 18, decimals: 8, unit: 'ft' },
  { name: 'IsoTime', type: 'C', length: 24, decimals: 0 },
];

const recordBytes = 1 + columns.reduce((sum, { length }) => sum + length, 0);
const recordsAtOnce = 2048;

/** Writes a harvest in the form of John Deere's exports: a shapefile of points and the description of its columns. */
export async function writeHarvest(directory: string, points: number): Promise<void> {
  await mkdir(directory, { recursive: true });
  const path = (extension: string) => join(directory, `harvest.${extension}`);
  await Promise.all([
    writeFile(path('prj'), wgs84),
    writeFile(join(directory, 'harvest-Deere-Metadata.json'), JSON.stringify(description())),
    writeParts(path('shp'), shapeHeader(100 + points * 28), points, shapes),
    writeParts(path('shx'), shapeHeader(100 + points * 8), points, indexes),
    writeParts(path('dbf'), tableHeader(points), points, records),
  ]);
}

async function writeParts(
  path: string,
  header: Buffer,
  points: number,
  part: (first: number, count: number) => Buffer,
): Promise<void> {
  const file: WriteStream = createWriteStream(path);
  file.write(header);
  for (let first = 0; first < points; first += recordsAtOnce) {
    if (!file.write(part(first, Math.min(recordsAtOnce, points - first)))) await once(file, 'drain');
  }
  file.end();
  await finished(file);
}

function shapes(first: number, count: number): Buffer {
  const bytes = Buffer.alloc(count * 28);
  for (let index = 0; index < count; index++) {
    const { x, y } = positionOf(first + index);
    bytes.writeInt32BE(first + index + 1, index * 28);
    bytes.writeInt32BE(10, index * 28 + 4);
    bytes.writeInt32LE(1, index * 28 + 8);
    bytes.writeDoubleLE(x, index * 28 + 12);
    bytes.writeDoubleLE(y, index * 28 + 20);
  }
  return bytes;
}

function indexes(first: number, count: number): Buffer {
  const bytes = Buffer.alloc(count * 8);
  for (let index = 0; index < count; index++) {
    bytes.writeInt32BE((100 + (first + index) * 28) / 2, index * 8);
    bytes.writeInt32BE(10, index * 8 + 4);
  }
  return bytes;
}

function records(first: number, count: number): Buffer {
  const lines: string[] = [];
  for (let index = 0; index < count; index++) lines.push(record(first + index));
  return Buffer.from(lines.join(''), 'latin1');
}

function record(index: number): string {
  const { second, section, northward } = positionOf(index);
  const swing = Math.sin(index / 997) + Math.sin(second / 61);
  const volume = 58 + 9 * swing;
  const time = new Date(start + second * 1000).toISOString();
  const values = [
    (metresPerSecond / 0.3048).toFixed(8),
    (sectionMetres / 0.3048).toFixed(8),
    volume.toFixed(8),
    String(1260 + section),
    '174',
    (volume * 60.1).toFixed(8),
    (12.5 + swing / 3).toFixed(8),
    time.slice(0, 19),
    (northward ? 0.5 + swing / 10 : 180.5 + swing / 10).toFixed(8),
    second % 4000 < 2000 ? '23A42' : 'P25A12X',
    (786 + 6 * Math.sin(second / 400)).toFixed(8),
    time,
  ];
  const cells = columns.map(({ type, length }, column) =>
    type === 'N' ? (values[column] ?? '').padStart(length) : (values[column] ?? '').padEnd(length),
  );
  return ` ${cells.join('')}`;
}

function shapeHeader(bytes: number): Buffer {
  const header = Buffer.alloc(100);
  header.writeInt32BE(9994, 0);
  header.writeInt32BE(bytes / 2, 24);
  header.writeInt32LE(1000, 28);
  header.writeInt32LE(1, 32);
  for (const [index, value] of [west, south, west + 1, south + 1].entries())
    header.writeDoubleLE(value, 36 + index * 8);
  return header;
}

function tableHeader(points: number): Buffer {
  const header = Buffer.alloc(32 + columns.length * 32 + 1);
  header.writeUInt8(3, 0);
  header.writeUInt8(125, 1);
  header.writeUInt8(9, 2);
  header.writeUInt8(19, 3);
  header.writeUInt32LE(points, 4);
  header.writeUInt16LE(header.length, 8);
  header.writeUInt16LE(recordBytes, 10);
  for (const [index, { name, type, length, decimals }] of columns.entries()) {
    const at = 32 + index * 32;
    header.write(name, at, 'latin1');
    header.write(type, at + 11, 'latin1');
    header.writeUInt8(length, at + 16);
    header.writeUInt8(decimals, at + 17);
  }
  header.writeUInt8(0x0d, header.length - 1);
  return header;
}

function description(): object {
  return {
    Version: '1.0',
    ClientName: 'Bench Farms',
    FarmName: 'North',
    FieldName: '01',
    Operation: 'Harvest',
    CropSeason: 2025,
    CropToken: 'SOYBEANS',
    DataAttributes: columns.map(({ name, unit }) => ({ Name: name, ...(unit && { Unit: unit }), Description: name })),
  };
}
