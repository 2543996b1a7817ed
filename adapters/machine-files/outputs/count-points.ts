import type { OperationType } from '../../../domain/machine-files/operation-type.ts';
import { factorOf } from '../../../domain/machine-files/points/units.ts';
import type { Amounts, DroppedPoints, LeftOutPoints } from '../../../domain/machine-files/summary.ts';
import { identifier } from '../../duckdb/sql-text.ts';
import type { RawSet } from '../raw-set.ts';
import type { PointUnits } from '../standardise/standard-points.ts';
import type { WorkDatabase } from '../work-database.ts';
import { amount, figure } from './amount.ts';
import { nameMarks } from './name-marks.ts';
import { timestampText } from './points.ts';

/** Totals of all points, and of those that are kept and count. */
export interface PointTotals {
  read: number;
  kept: number;
  /** Number of dropped points, by the property of the rule that they broke. */
  dropped: Record<string, number>;
  startTime?: string;
  endTime?: string;
  areaSquareMetres: number;
  /** Totals of the points with a position, before any was dropped or left out. */
  logged: Amounts;
  cleanup: DroppedPoints[];
  leftOut: LeftOutPoints[];
}

type Row = Record<string, string | number | null>;

/**
 * @param rows of the source, if `presented` lacks rows without a position.
 * @param areOfSeveral files, so that rows of `presented` are no rows of a source.
 */
export async function countPoints(
  { operationType: operation, hasSources }: Pick<RawSet, 'operationType' | 'hasSources'>,
  work: WorkDatabase,
  units: PointUnits,
  rows?: number,
): Promise<PointTotals> {
  const sums = sumsOf(operation, units);
  const columns = amountsSql(sums);
  const time = (end: 'min' | 'max') => timestampText(`${end}("timestamp")`);
  const groups = await work.rows<Row>(
    `select dropped as rule, case when dropped is null then leftOut end as mark, ${columns},
        ${time('min')} as "start", ${time('max')} as "end"
      from presented group by 1, 2 order by 1, 2`,
  );
  const kept = groups.find(({ rule, mark }) => rule === null && mark === null);
  const broken = groups.filter(({ rule }) => rule !== null);
  const placed = groups.reduce((sum, { points }) => sum + Number(points), 0);
  const read = rows ?? placed;
  const [all = {}] = await work.rows<Row>(`select ${columns} from presented`);
  const cleanup = broken.map((row) => ({ rule: String(row.rule), ...amountsOf(row, sums) }));
  const leftOut = groups.flatMap((row) =>
    row.mark === null ? [] : [{ mark: String(row.mark), ...amountsOf(row, sums) }],
  );
  const lost = read > placed ? [{ rule: 'position is missing', points: read - placed }] : [];
  return {
    read,
    kept: Number(kept?.points ?? 0),
    dropped: byProperty([...cleanup, ...lost]),
    ...(kept?.start && { startTime: String(kept.start) }),
    ...(kept?.end && { endTime: String(kept.end) }),
    areaSquareMetres: Number(kept?.totalArea ?? 0) * factorOf(units.area ?? 'm2'),
    logged: amountsOf(all, sums),
    cleanup: [...cleanup, ...lost],
    leftOut: await nameMarks(leftOut, units, hasSources === true, work),
  };
}

/** The name of a rule begins with its property. */
function byProperty(cleanup: DroppedPoints[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { rule, points } of cleanup) {
    const [property = rule] = rule.split(' ');
    counts[property] = (counts[property] ?? 0) + points;
  }
  return counts;
}

interface Sum {
  name: Exclude<keyof Amounts, 'points'>;
  sql: string;
  total(sum: number): { value: number; unit: string };
}

/** The columns of a query for the number of some points and their totals. */
export function amountsSql(sums: readonly Sum[]): string {
  return ['count(*) as points', ...sums.map(({ name, sql }) => `sum(${sql}) as ${name}`)].join(', ');
}

/** The amounts in a row of such a query. */
export function amountsOf(row: Row, sums: readonly Sum[]): Amounts {
  const totals = sums.flatMap(({ name, total }) => (row[name] === null ? [] : [[name, total(Number(row[name]))]]));
  return { points: Number(row.points), ...Object.fromEntries(totals) };
}

/** The sums of a kind of work besides its ground: mass for a harvest, seeds or applied products for others. */
export function sumsOf(operation: OperationType, units: PointUnits): Sum[] {
  const plain = (name: Sum['name'], property: 'area' | 'wetMass' | 'dryMass', unit: string | undefined): Sum[] =>
    unit ? [{ name, sql: property, total: (sum) => ({ value: figure(sum), unit }) }] : [];
  const rate = (name: Sum['name'], property: 'appliedRate' | 'seedRate'): Sum[] => {
    const unit = units[property];
    return unit ? [{ name, sql: `${identifier(property)} * area`, total: (sum) => amount(sum, unit, units) }] : [];
  };
  const area = plain('totalArea', 'area', units.area);
  if (operation === 'harvested') {
    return [
      ...area,
      ...plain('totalWetMass', 'wetMass', units.wetMass),
      ...plain('totalDryMass', 'dryMass', units.dryMass),
    ];
  }
  if (operation === 'applied') return [...area, ...rate('totalApplied', 'appliedRate')];
  return operation === 'planted' ? [...area, ...rate('totalPlanted', 'seedRate')] : area;
}
