import type { BoundarySet } from '../../domain/boundary-files/boundary-set.ts';
import type { ConvertedField, ConvertedSet } from '../../domain/boundary-files/converted-set.ts';
import { type BoundaryLimits, boundaryLimits } from '../../domain/boundary-files/limits.ts';
import { type BoundaryProblem, type ProblemCode, problem } from '../../domain/boundary-files/problem.ts';
import { type Gdal, loadGdal } from '../gdal/gdal.ts';
import { type Conversion, ConversionError, type SourceFeature } from './conversion.ts';
import { convertFeature, type SeenBoundaries } from './convert-feature.ts';
import { converters } from './converters/index.ts';

/** The state that the sets of one upload share while they are read. */
export interface Reading {
  limits: BoundaryLimits;
  gdal(): Gdal | undefined;
  seen: SeenBoundaries;
}

/** Starts reading an upload: pass the result with each of its sets, in order, so that repeated boundaries are found. */
export function startReading(options: Partial<Pick<Reading, 'limits' | 'gdal'>> = {}): Reading {
  return { limits: boundaryLimits, gdal: loadGdal, ...options, seen: new Map() };
}

/**
 * Reads the boundaries of a set. Problems of the file or its features are in `problems`; thrown errors are those of
 * this machine (a full disk) or of the program.
 */
export async function readBoundarySet(set: BoundarySet, reading: Reading = startReading()): Promise<ConvertedSet> {
  const log = createProblemLog(set.file, reading.limits.problemsPerCode);
  for (const found of set.problems) log.add(found);
  const conversion: Conversion = { limits: reading.limits, gdal: reading.gdal, report: log.add };
  const result: ConvertedSet = {
    file: set.file,
    format: set.format,
    fields: [],
    fieldCount: 0,
    featureCount: 0,
    problems: [],
  };
  if (!log.hasErrors()) await readFeatures(set, reading, conversion, result);
  if (result.featureCount === 0 && !log.hasErrors()) log.add(problem('noFeatures', { file: set.file }));
  return { ...result, problems: log.all() };
}

async function readFeatures(
  set: BoundarySet,
  reading: Reading,
  conversion: Conversion,
  result: ConvertedSet,
): Promise<void> {
  try {
    for await (const feature of converters[set.format](set, conversion)) {
      const index = result.featureCount++;
      const isFull = result.fields.length > reading.limits.fields;
      const field = isFull ? undefined : await readFeature(set.file, feature, index, reading, conversion);
      if (field) result.fields.push(field);
      if (isFull || field) result.fieldCount++;
    }
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
    conversion.report(error.problem);
  }
}

async function readFeature(
  file: string,
  source: SourceFeature,
  index: number,
  reading: Reading,
  conversion: Conversion,
): Promise<ConvertedField | undefined> {
  const { layer, feature } = source;
  try {
    const content = await source.read();
    const { field, problems } = convertFeature(content, { file, layer, feature }, conversion, reading.seen);
    problems.forEach(conversion.report);
    return field && { index, ...(layer !== undefined && { layer }), feature, ...field, problems };
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
    conversion.report(error.problem);
    return undefined;
  }
}

/**
 * Collects the problems of a set. Keeps at most `perCode` of each code and counts the rest, since a file may have a
 * million.
 */
function createProblemLog(file: string, perCode: number) {
  const kept: BoundaryProblem[] = [];
  const counts = new Map<ProblemCode, number>();
  return {
    add(found: BoundaryProblem): void {
      const seen = (counts.get(found.code) ?? 0) + 1;
      counts.set(found.code, seen);
      if (seen <= perCode) kept.push(found);
    },
    hasErrors(): boolean {
      return kept.some(({ severity }) => severity === 'error');
    },
    all(): BoundaryProblem[] {
      const more = [...counts].filter(([, seen]) => seen > perCode);
      return [
        ...kept,
        ...more.map(([code, seen]) => {
          const severity = kept.find((one) => one.code === code)?.severity ?? 'error';
          return { ...problem('moreOfTheSame', { file }, { code, more: seen - perCode }), severity };
        }),
      ];
    },
  };
}
