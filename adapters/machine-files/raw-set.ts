import type { OperationType } from '../../domain/machine-files/operation-type.ts';
import type { Meaning } from '../../domain/machine-files/points/column-meanings.ts';
import { unclearColumns } from '../../domain/machine-files/points/columns/ambiguous-names.ts';
import { plainName } from '../../domain/machine-files/points/columns/header-text.ts';
import type { Dimension } from '../../domain/machine-files/points/columns/simple-units.ts';
import type { UnitSystem } from '../../domain/machine-files/points/columns/unit-system.ts';
import type { PointPropertyName } from '../../domain/machine-files/points/point-properties.ts';
import { statedMeanings } from '../../domain/machine-files/points/stated-units.ts';
import { type MachineProblem, machineProblem } from '../../domain/machine-files/problem.ts';
import type { MachineSet } from '../../domain/machine-files/sets/machine-set.ts';
import type { Machinery } from '../../domain/machine-files/summary.ts';
import type { StatedTotal } from './checks/stated-total.ts';
import type { UnitsOfRows } from './converters/units-of-rows.ts';
import type { WrittenDays } from './rows/day-columns.ts';
import type { AppendedColumn, WorkDatabase } from './work-database.ts';

/**
 * The result of a converter: the table `raw` with the columns `row` (from 0), `lon` and `lat` (WGS 84, null without a
 * position), followed by the source's own columns as `c0`, `c1` and so on.
 */
export interface RawSet {
  operationType: OperationType;
  /** The source's name of the kind of work. */
  originalOperationType?: string;
  /** The source's columns in the order of `c0`, `c1`, ... */
  columns: AppendedColumn[];
  values: RawValue[];
  /**
   * Set if every row that continues another has distance, heading and speed, so that they need not be derived from
   * positions.
   */
  hasSteps?: true;
  /** Set if rows are pieces of ground, of which nothing says in which direction they were worked. */
  isCoverage?: true;
  /** A table with a row for each of `raw`, in its order, that values may refer to. */
  beside?: string;
  /**
   * The time of a row as an SQL expression over `raw`. `local` is local time without a zone; `written` tells how days
   * were read. `columns` of `raw` of which it is made are known once its values have been looked at.
   */
  time?: {
    sql: string;
    zone: 'utc' | 'local';
    written?: Pick<WrittenDays, 'notes' | 'problems'>;
    columns?: readonly string[];
  };
  /** Defaults of all rows. */
  crop?: string;
  variety?: string;
  product?: Product;
  /** The column with the product of each row. */
  productColumn?: string;
  /** The column with the machine of each row. */
  machineColumn?: string;
  /** Totals that the source states itself. */
  stated?: StatedTotal[];
  /** The seconds of work, if the source states them as well. */
  workedSeconds?: number;
  machinery: Machinery[];
  /** Set if rows of `presented` have the index of their file in `source`. */
  hasSources?: true;
  /** The operators by name. */
  operators?: string[];
  /** Names of farm, field and grower in the source. */
  origin: { grower?: string; farm?: string; field?: string };
  /** Assumptions, as clauses without a full stop. */
  notes: string[];
  problems: MachineProblem[];
}

/**
 * The source's value of a property in each row, as an SQL expression over `raw` and the table beside it: null if
 * absent, and anything other than a finite number if invalid.
 */
export interface RawValue {
  property: PointPropertyName;
  sql: string;
  /** Absent for text. */
  unit?: string;
  /** The source's column, if its name and unit are the source's own and have yet to be held against each other (`settleUnits`). */
  named?: Pick<Meaning, 'column' | 'isAssumed'> & { dimensions: readonly Dimension[] };
}

export interface Product {
  name: string;
  tankMix: boolean;
  /** The rate of the whole mix, by which those of its parts are scaled. */
  rate?: Rate;
  parts: { name: string; carrier: boolean; rate?: Rate }[];
}

export interface Rate {
  value: number;
  unit: string;
}

/** Fills `raw` from the files of a set. @throws MachineFileError if the set cannot be read. */
export type MachineConverter = (set: MachineSet, work: WorkDatabase) => Promise<RawSet>;

/** An error with a problem for the record of the file. */
export class MachineFileError extends Error {
  problem: MachineProblem;

  constructor(problem: MachineProblem, options?: ErrorOptions) {
    super(problem.message, options);
    this.problem = problem;
  }
}

/**
 * The name of the n-th source column in `raw`.
 *
 * @example rawColumn(0) // 'c0'
 */
export function rawColumn(index: number): string {
  return `c${index}`;
}

/**
 * The column of `raw` with the values of a source's column; undefined if the source has no column of that name.
 *
 * @example columnOf(columns, 'Yield') // 'c3' for the fourth column
 */
export function columnOf(columns: AppendedColumn[], name: string): string | undefined {
  const index = columns.findIndex((column) => column.name === name);
  return index < 0 ? undefined : rawColumn(index);
}

/**
 * The values of rows that are pieces of ground, with `ground` in `raw`: a piece has its own area, unless the source has its
 * width and its distance.
 */
export function ofCoverage(values: RawValue[]): Pick<RawSet, 'values' | 'isCoverage'> {
  const has = (property: PointPropertyName) => values.some((value) => value.property === property);
  const isMeasured = has('area') || (has('distance') && has('equipmentWidth'));
  const area: RawValue = { property: 'area', sql: 'nullif(ground, 0)', unit: 'm2' };
  return { values: isMeasured ? values : [...values, area], isCoverage: true };
}

/** The column of a table with the product of each row, if there is one. */
export function productColumnIn(columns: AppendedColumn[]): Pick<RawSet, 'productColumn'> {
  const named = columns.find(({ name, type }) => type === 'VARCHAR' && /^products?(pr)?$/.test(plainName(name)));
  const productColumn = named && columnOf(columns, named.name);
  return productColumn ? { productColumn } : {};
}

const machineNames = /^((machine|vehicle|combine|tractor|sprayer|equipment)(name|id|number|no|serial|serialnumber)?)$/;

/** The column of a table with the machine of each row, if there is one. */
export function machineColumnIn(columns: AppendedColumn[]): Pick<RawSet, 'machineColumn'> {
  const named = columns.find(({ name }) => machineNames.test(plainName(name)));
  const machineColumn = named && columnOf(columns, named.name);
  return machineColumn ? { machineColumn } : {};
}

/** The values of columns with a meaning, as expressions over `raw`. */
export function valuesOf(meanings: Meaning[], columns: AppendedColumn[]): RawValue[] {
  return meanings.flatMap((meaning) => {
    const sql = columnOf(columns, meaning.column);
    return sql ? [namedValue(meaning, sql)] : [];
  });
}

/** The value of a column with a meaning, from an expression for it. */
export function namedValue({ property, column, unit, dimensions, isAssumed }: Meaning, sql: string): RawValue {
  return {
    property,
    sql,
    ...(unit && { unit }),
    ...(unit && dimensions && { named: { column, dimensions, ...(isAssumed && { isAssumed }) } }),
  };
}

/**
 * The values of a table's columns whose units are in its header, in other columns, or known by its manufacturer; a problem
 * names columns without a unit, and another those whose names mean several things.
 *
 * @param measured the units of columns that state none, by their values.
 * @example const { values, problems } = statedValuesOf(set.file, columns, operationType, units, measured);
 */
export function statedValuesOf(
  file: string,
  columns: AppendedColumn[],
  operation: OperationType,
  { unitOf, inUnit, left }: Pick<UnitsOfRows, 'unitOf' | 'inUnit' | 'left'>,
  { system, yields }: { system?: UnitSystem | undefined; yields: Readonly<Record<string, string>> },
): { values: RawValue[]; problems: MachineProblem[] } {
  const names = columns.flatMap(({ name }) => (left.has(name) ? [] : [name]));
  const { meanings, unstated, isNeeded } = statedMeanings(names, operation, system, unitOf);
  const found = unstated.length > 0 ? [machineProblem('unstatedUnits', file, { columns: unstated })] : [];
  const unclear = unclearColumns(names, operation, unitOf);
  const ofUnclear = unclear.length > 0 ? [machineProblem('ambiguousColumns', file, { columns: unclear })] : [];
  const inUnits = meanings.map((meaning): Meaning => {
    const unit = yields[meaning.column];
    return unit === undefined ? meaning : { ...meaning, unit };
  });
  return {
    values: valuesOf(inUnits, columns).map((value) =>
      value.named ? { ...value, sql: inUnit(value.named.column, value.sql) } : value,
    ),
    problems: [
      ...found.map((problem) => (isNeeded ? problem : { ...problem, severity: 'warning' as const })),
      ...ofUnclear,
    ],
  };
}
