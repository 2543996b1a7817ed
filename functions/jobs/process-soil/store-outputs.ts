import type { StreamingObjectStore } from '../../../domain/files/object-store.ts';
import { soilSamples } from '../../../domain/files/soil-keys.ts';
import { type StoredSoilEntry, soilFiles } from '../../../domain/soil/batch/soil-batch.ts';
import { boundsOfSamples } from '../../../domain/soil/outputs/bounds.ts';
import { canonicalJson } from '../../../domain/soil/outputs/canonical.ts';
import { sampleLines } from '../../../domain/soil/outputs/sample-line.ts';
import { standardGeojson } from '../../../domain/soil/outputs/standard-geojson.ts';
import type { SoilReading, SoilWarning } from '../../../domain/soil/soil-reading.ts';

/** Warnings and formats of one entry that its record holds, so that a batch fits an item of DynamoDB. */
const maxWarnings = 20;
const maxWarningBytes = 12_000;
const maxFormats = 10;
const maxMessage = 300;

type Made = Pick<
  StoredSoilEntry,
  'format' | 'formats' | 'eventCount' | 'sampleCount' | 'resultCount' | 'warnings' | 'bounds' | 'hashes'
>;

/** Stores the files that a reading becomes; returns what the record of its entry says of it. */
export async function storeOutputs(
  reading: SoilReading,
  fileName: string,
  keyOf: (name: string) => string,
  files: StreamingObjectStore,
): Promise<Made> {
  const put = (name: string, text: Iterable<string>, contentType: string) =>
    files.putStream(keyOf(name), bytesOf(text), contentType);
  await put(soilFiles.standard, standardGeojson(sampleLines(reading)), 'application/geo+json');
  await put(soilFiles.canonical, canonicalJson(reading, fileName), 'application/json');
  await put(soilSamples, linesOf(sampleLines(reading)), 'application/jsonl');

  const samples = reading.events.flatMap((event) => event.samples);
  const bounds = boundsOfSamples(samples);
  return {
    format: reading.formats[0] ?? null,
    formats: reading.formats.slice(0, maxFormats),
    eventCount: reading.events.length,
    sampleCount: samples.length,
    resultCount: samples.reduce((sum, { results }) => sum + results.length, 0),
    warnings: shortened(reading.warnings),
    ...(bounds && { bounds }),
    hashes: reading.hashes,
  };
}

function* linesOf(values: Iterable<object>): Generator<string> {
  for (const value of values) yield `${JSON.stringify(value)}\n`;
}

/** Parts of a text as bytes, in chunks that are worth a write. */
async function* bytesOf(parts: Iterable<string>): AsyncGenerator<Uint8Array> {
  let gathered = '';
  for (const part of parts) {
    gathered += part;
    if (gathered.length < chunkCharacters) continue;
    yield Buffer.from(gathered);
    gathered = '';
  }
  if (gathered !== '') yield Buffer.from(gathered);
}

const chunkCharacters = 256 * 1024;

/** The first warnings, as many as the record has room for, and how many there are beside them. */
function shortened(warnings: readonly SoilWarning[]): SoilWarning[] {
  const kept: SoilWarning[] = [];
  let bytes = 0;
  for (const { key, message, file } of warnings) {
    const short = { key, message: cut(message), ...(file !== undefined && { file: cut(file) }) };
    bytes += Buffer.byteLength(JSON.stringify(short));
    if (kept.length === maxWarnings - 1 || bytes > maxWarningBytes) break;
    kept.push(short);
  }
  const left = warnings.length - kept.length;
  if (left === 0) return kept;
  return [...kept, { key: 'moreWarnings', message: `The canonical JSON has more warnings: ${left}.` }];
}

const cut = (text: string): string => (text.length <= maxMessage ? text : `${text.slice(0, maxMessage - 1)}…`);
