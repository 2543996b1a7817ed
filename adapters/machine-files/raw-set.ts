import type { OperationType } from '../../domain/machine-files/operation-type.ts';
import type { Meaning } from '../../domain/machine-files/points/column-meanings.ts';
import type { PointPropertyName } from '../../domain/machine-files/points/point-properties.ts';
import { statedMeanings } from '../../domain/machine-files/points/stated-units.ts';
import { type MachineProblem, machineProblem } from '../../domain/machine-files/problem.ts';
import type { MachineSet } from '../../domain/machine-files/sets/machine-set.ts';
import type { Machinery } from '../../domain/machine-files/summary.ts';
import type { AppendedColumn, WorkDatabase } from './work-database.ts';

/**
 * What a converter leaves in the table `raw`: the columns `row` (from 0), `lon` and `lat` (WGS 84, null where there is no
 * place), and then the source's own columns under the names `c0`, `c1` and so on.
 */
export interface RawSet {
  operationType: OperationType;
  /** The source's own word for the kind of work. */
  originalOperationType?: string;
  /** The source's columns in the order of `c0`, `c1`, ... */
  columns: AppendedColumn[];
  values: RawValue[];
  /** Whether distance, heading and speed are said of every row that follows another, so that nothing has to be told from its place. */
  hasSteps?: true;
  /** A table with a row for each of `raw`, in its order, of which the values are made too. */
  beside?: string;
  /** The time of a row as an SQL expression over `raw`. `local` is the time of the place, in no named zone. */
  time?: { sql: string; zone: 'utc' | 'local' };
  /** What holds for every row that does not say otherwise. */
  crop?: string;
  variety?: string;
  product?: Product;
  /** The column that names the product of each row. */
  productColumn?: string;
  machinery: Machinery[];
  /** The rows of `presented` say in `source` of which file they are. */
  hasSources?: true;
  /** The people at work, by name. */
  operators?: string[];
  /** Farm, field and grower as the source names them. */
  origin: { grower?: string; farm?: string; field?: string };
  /** What was assumed, as clauses without a full stop. */
  notes: string[];
  problems: MachineProblem[];
}

/**
 * What a source says of each row, as an SQL expression over `raw` and the table beside it: null where it says nothing, and anything but a
 * finite number where it says something that is none.
 */
export interface RawValue {
  property: PointPropertyName;
  sql: string;
  /** Absent for texts. */
  unit?: string;
}

export interface Product {
  name: string;
  tankMix: boolean;
  /** The rate of the whole, by which those of its parts are scaled. */
  rate?: Rate;
  parts: { name: string; carrier: boolean; rate?: Rate }[];
}

export interface Rate {
  value: number;
  unit: string;
}

/** Fills `raw` from the files of a set. @throws MachineFileError with what keeps the set from being read. */
export type MachineConverter = (set: MachineSet, work: WorkDatabase) => Promise<RawSet>;

/** Carries a problem from where it is found to the record of the file. */
export class MachineFileError extends Error {
  problem: MachineProblem;

  constructor(problem: MachineProblem, options?: ErrorOptions) {
    super(problem.message, options);
    this.problem = problem;
  }
}

/** The name of the n-th source column in `raw`. */
export function rawColumn(index: number): string {
  return `c${index}`;
}

/** The column of `raw` that holds the source's column with this name. */
export function columnOf(columns: AppendedColumn[], name: string): string | undefined {
  const index = columns.findIndex((column) => column.name === name);
  return index < 0 ? undefined : rawColumn(index);
}

/** What columns mean, as expressions over `raw`. */
export function valuesOf(meanings: Meaning[], columns: AppendedColumn[]): RawValue[] {
  return meanings.flatMap(({ property, column, unit }) => {
    const sql = columnOf(columns, column);
    return sql ? [{ property, sql, ...(unit && { unit }) }] : [];
  });
}

/** What the columns of a table mean whose units are said in its header or known by its maker; the problem names those of which neither is so. */
export function statedValuesOf(
  file: string,
  columns: AppendedColumn[],
  operation: OperationType,
): { values: RawValue[]; unstated: MachineProblem[] } {
  const names = columns.map(({ name }) => name);
  const { meanings, unstated, isNeeded } = statedMeanings(names, operation);
  const found = unstated.length > 0 ? [machineProblem('unstatedUnits', file, { columns: unstated })] : [];
  return {
    values: valuesOf(meanings, columns),
    unstated: found.map((problem) => (isNeeded ? problem : { ...problem, severity: 'warning' as const })),
  };
}
