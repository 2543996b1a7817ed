import type { PointPropertyName } from '../../../domain/machine-files/points/point-properties.ts';
import { maxNumber } from '../../../domain/machine-files/points/possible-numbers.ts';
import { type LeftOutNumbers, type MachineProblem, machineProblem } from '../../../domain/machine-files/problem.ts';
import { identifier } from '../../duckdb/sql-text.ts';
import type { RawSet } from '../raw-set.ts';
import type { WorkDatabase } from '../work-database.ts';
import { derivedProperties } from './derived-values.ts';
import type { PointUnits } from './standard-points.ts';

/** The range of times that every calendar and store can represent. */
const firstTime = "timestamp '0001-01-01'";
const lastTime = "timestamp '9999-12-31'";

/** A column with numbers of a property, and the condition for a possible one. */
interface Checked {
  property: string;
  column: string;
  isPossible: string;
}

function checked(property: string, column: string, max: number): Checked {
  return { property, column, isPossible: `${column} between ${-max} and ${max}` };
}

/**
 * Creates the view `said` of `raw`, with the source's values as columns, and makes the values of the set refer to it.
 * Values that are not finite numbers of possible size are dropped; a problem of the result contains their number. The
 * values of every reader pass this on their way to points.
 */
export async function possibleNumbers(raw: RawSet, file: string, work: WorkDatabase): Promise<RawSet> {
  const said: string[] = [];
  const checks: Checked[] = [];
  const values = raw.values.map((value) => {
    const max = maxNumber(value.property, value.unit);
    if (max === undefined) return value;
    const check = checked(value.property, `said${said.length}`, max);
    // Text that is not a number is counted too.
    const noNumber = `case when (${value.sql}) is not null then 'nan'::double end`;
    said.push(`coalesce(try_cast((${value.sql}) as double), ${noNumber}) as ${check.column}`);
    checks.push(check);
    return { ...value, sql: `case when ${check.isPossible} then ${check.column} end` };
  });
  const { time, beside } = raw;
  if (time) said.push(`(${time.sql}) as saidTime`);
  const from = beside ? `raw positional join ${beside}` : 'raw';
  await work.run(`create view said as select ${['*', ...said].join(', ')} from ${from}`);
  const problems = await problemsOf(file, checks, 'said', work);
  return {
    ...raw,
    values,
    ...(time && {
      time: {
        ...time,
        columns: time.sql.match(/\bc\d+\b/g) ?? [],
        sql: `case when saidTime between ${firstTime} and ${lastTime} then saidTime end`,
      },
    }),
    problems: [...raw.problems, ...problems],
  };
}

/**
 * Removes derived values beyond possible sizes from `points`, such as the yield of a record with a millionth of a
 * square metre.
 */
export async function leaveOutImpossible(
  file: string,
  units: PointUnits,
  work: WorkDatabase,
): Promise<MachineProblem[]> {
  const checks = Object.entries(units).flatMap(([name, unit]): Checked[] => {
    const max = derivedProperties.has(name) ? maxNumber(name as PointPropertyName, unit) : undefined;
    return max === undefined ? [] : [checked(name, identifier(name), max)];
  });
  const problems = await problemsOf(file, checks, 'points', work);
  if (problems.length === 0) return [];
  const kept = checks.map(({ column, isPossible }) => `${column} = case when ${isPossible} then ${column} end`);
  await work.run(`update points set ${kept.join(', ')}`);
  return problems;
}

/** The problems of impossible values in some columns. */
async function problemsOf(
  file: string,
  checks: Checked[],
  from: string,
  work: WorkDatabase,
): Promise<MachineProblem[]> {
  if (checks.length === 0) return [];
  const counts = checks.map(({ isPossible }, index) => {
    return `count(*) filter (not (${isPossible})) as n${index}, min("row") filter (not (${isPossible})) as r${index}`;
  });
  const [counted] = await work.rows<Record<string, string | number | null>>(`select ${counts.join(', ')} from ${from}`);
  const numbers = checks.flatMap(({ property }, index): LeftOutNumbers[] => {
    const count = Number(counted?.[`n${index}`] ?? 0);
    return count > 0 ? [{ property, count, firstRow: Number(counted?.[`r${index}`] ?? 0) + 1 }] : [];
  });
  return numbers.length > 0 ? [machineProblem('impossibleNumbers', file, { numbers })] : [];
}
