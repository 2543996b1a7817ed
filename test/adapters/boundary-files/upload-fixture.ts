import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Zippable, zipSync } from 'fflate';
import { onTestFinished } from 'vitest';
import { openBoundaryFile } from '../../../adapters/boundary-files/open-boundary-file.ts';
import { type Reading, readBoundarySet, startReading } from '../../../adapters/boundary-files/read-boundary-set.ts';
import type { ConvertedField, ConvertedSet } from '../../../domain/boundary-files/converted-set.ts';
import { type BoundaryLimits, boundaryLimits } from '../../../domain/boundary-files/limits.ts';
import type { BoundaryProblem } from '../../../domain/boundary-files/problem.ts';

export interface ReadUpload {
  sets: ConvertedSet[];
  fields: ConvertedField[];
  problems: BoundaryProblem[];
  /** The codes of all problems, in order. */
  codes: string[];
}

export interface UploadOptions {
  limits?: Partial<BoundaryLimits>;
  gdal?: Reading['gdal'];
}

/** A directory that is removed when the test ends. */
export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'furrow-boundaries-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/** Opens and reads an upload as the worker does. */
export async function readUpload(
  name: string,
  content: string | Uint8Array,
  options: UploadOptions = {},
): Promise<ReadUpload> {
  const directory = await temporaryDirectory();
  const path = join(directory, 'upload');
  await writeFile(path, content);
  return readUploadAt(name, path, directory, options);
}

export async function readUploadAt(
  name: string,
  path: string,
  directory: string,
  { limits, ...engines }: UploadOptions = {},
): Promise<ReadUpload> {
  const all = { ...boundaryLimits, ...limits };
  const workDir = join(directory, 'work');
  await mkdir(workDir);
  const file = await openBoundaryFile(path, name, workDir, { limits: all });
  const reading = startReading({ limits: all, ...engines });
  const sets: ConvertedSet[] = [];
  for (const set of file.sets) sets.push(await readBoundarySet(set, reading));
  const problems = sets.flatMap((set) => set.problems);
  return { sets, fields: sets.flatMap((set) => set.fields), problems, codes: problems.map(({ code }) => code) };
}

/** Zips files by name; nested objects are folders. */
export function zip(files: Record<string, string | Uint8Array>): Uint8Array {
  const entries: Zippable = {};
  for (const [name, content] of Object.entries(files)) {
    entries[name] = typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content);
  }
  return zipSync(entries, { mtime: new Date(2024, 0, 1) });
}

/** A closed square, counter-clockwise, from its south-west corner. */
export function square(x: number, y: number, side: number): [number, number][] {
  return [
    [x, y],
    [x + side, y],
    [x + side, y + side],
    [x, y + side],
    [x, y],
  ];
}

/** A closed bow tie that crosses itself in the middle. */
export function bowTie(x: number, y: number, side: number): [number, number][] {
  return [
    [x, y],
    [x + side, y + side],
    [x + side, y],
    [x, y + side],
    [x, y],
  ];
}

export function feature(geometry: unknown, properties: Record<string, unknown> | null = {}): Record<string, unknown> {
  return { type: 'Feature', properties, geometry };
}

export function polygon(...rings: unknown[]): Record<string, unknown> {
  return { type: 'Polygon', coordinates: rings };
}

export function collection(features: unknown[], members: Record<string, unknown> = {}): string {
  return JSON.stringify({ type: 'FeatureCollection', ...members, features });
}

/** The given number of fields in a row, each of about 4 hectares. */
export function manyFields(count: number): unknown[] {
  return Array.from({ length: count }, (_, index) =>
    feature(polygon(square(10 + index * 0.01, 52, 0.002)), { name: `Field ${index + 1}` }),
  );
}
