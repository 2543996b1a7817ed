import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { readSoilZip } from '../../../adapters/soil/read-soil-zip.ts';
import { SoilRefused } from '../../../domain/soil/reading-problems.ts';
import type { SoilParameters } from '../../../domain/soil/soil-parameters.ts';
import type { SoilRefusal } from '../../../domain/soil/soil-reader.ts';
import type { SoilReading } from '../../../domain/soil/soil-reading.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

/** A real file of a laboratory. */
export function soilSample(name: string): Buffer {
  return readFileSync(join(import.meta.dirname, '../../corpus/soil', name));
}

/** What a zip of files says, read in this process. @throws Error with the refusal. */
export async function readFiles(
  files: Record<string, Uint8Array | string>,
  parameters?: SoilParameters,
): Promise<SoilReading> {
  return readZip(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, content]) => [name, Buffer.from(content)]))),
    parameters,
  );
}

export async function readZip(zip: Uint8Array, parameters?: SoilParameters): Promise<SoilReading> {
  const folder = temporaryFolder('soil');
  const path = join(folder, 'upload');
  writeFileSync(path, zip);
  return await readSoilZip(path, 'lab.zip', join(folder, 'work'), { parameters });
}

/** Why a zip of files is refused. */
export async function refusalOf(reading: Promise<SoilReading>): Promise<SoilRefusal> {
  try {
    await reading;
  } catch (error) {
    if (error instanceof SoilRefused) return error.refusal;
    throw error;
  }
  throw new Error('it was not refused');
}

/** Number of results of each analyte, and the sum of their original values. */
export function totalsOf({ events }: SoilReading): Record<string, { n: number; sum: number }> {
  const totals: Record<string, { n: number; sum: number }> = {};
  for (const result of events.flatMap(({ samples }) => samples).flatMap(({ results }) => results)) {
    totals[result.code] ??= { n: 0, sum: 0 };
    const total = totals[result.code] as { n: number; sum: number };
    total.n++;
    total.sum = Number((total.sum + Number(result.original.value)).toFixed(6));
  }
  return totals;
}
