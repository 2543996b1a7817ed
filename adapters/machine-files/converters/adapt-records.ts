import { machineProblem } from '../../../domain/machine-files/problem.ts';
import type { AdaptOperation, AdaptVariable } from '../../../domain/machine-files/sets/adapt-document.ts';
import { reasonOf } from '../../boundary-files/conversion.ts';
import { columnOf, MachineFileError, type RawSet } from '../raw-set.ts';
import { fillFromGeoParquet } from '../rows/geoparquet-rows.ts';
import type { WorkDatabase } from '../work-database.ts';

/** The records of an operation, in any file format. */
export interface AdaptRecords extends Pick<RawSet, 'columns' | 'values' | 'time' | 'hasSteps' | 'notes' | 'problems'> {
  /** The column of `raw` with the values of a variable. */
  columnOf(variable: AdaptVariable): string | undefined;
}

/** Reads a GeoParquet file: a row for the ground of each section in a second. @throws MachineFileError */
export async function readAdaptVector(
  file: string,
  path: string,
  operation: AdaptOperation,
  work: WorkDatabase,
): Promise<AdaptRecords> {
  const time = timeColumn(operation);
  const columns = await namingFile(file, path, () => fillFromGeoParquet(path, time, work));
  const timeSql = columnOf(columns, time);
  const [parts] = await work.rows<{ max: number | null }>('select max(part) as max from raw');
  return {
    columns,
    // Older exports do not name the column, which then has the name of the definition.
    columnOf: ({ geoParquetColumnName, definitionCode = '' }) =>
      columnOf(columns, geoParquetColumnName ?? definitionCode),
    values: [
      // Lines and points have no ground.
      { property: 'area', sql: 'nullif(ground, 0)', unit: 'm2' },
      ...(Number(parts?.max ?? 0) > 1 ? [{ property: 'sectionId' as const, sql: 'part' }] : []),
    ],
    ...(timeSql && { time: utc(`${timeSql}::varchar`) }),
    notes: [],
    problems: [],
  };
}

/** A time of the standard, which is UTC with or without a zone. */
export function utc(sql: string): NonNullable<RawSet['time']> {
  return { sql: `timezone('UTC', try_cast(${sql} as timestamptz))`, zone: 'utc' };
}

/** Names the file in errors with the user's name for it. @throws MachineFileError */
export async function namingFile<T>(file: string, path: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof MachineFileError) throw error;
    const [reason = ''] = reasonOf(error).replaceAll(path, file).split('\n');
    throw new MachineFileError(machineProblem('unreadable', file, { reason }), { cause: error });
  }
}

function timeColumn({ variables }: AdaptOperation): string {
  const named = variables?.find(({ definitionCode }) => definitionCode === 'Timestamp')?.geoParquetColumnName;
  return named ?? 'timestamp';
}
