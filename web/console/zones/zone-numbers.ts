import { type Figure, figuresOf, groundUnitOf, times } from '../numbers/figures.ts';
import type { NumberCell, NumberRow } from '../numbers/number-row.ts';
import type { OperationWork } from '../numbers/read-work.ts';
import { type Row, runSql } from '../numbers/run-sql.ts';
import { geographyOf, quoted } from '../numbers/sql-text.ts';
import { type Ground, sqlOf, type Work } from '../numbers/work.ts';
import type { ConsoleApi } from '../session/console-api.ts';

interface Asked {
  work: Work;
  units: OperationWork['units'];
  /** The property that the map shows. */
  property?: string;
  zone: Ground;
}

/** Numbers of some work inside and outside of a zone, from one query over its points and one over the field. @throws ApiProblem */
export async function readZoneNumbers(api: ConsoleApi, asked: Asked, signal?: AbortSignal): Promise<NumberRow[]> {
  const { work, units, property, zone } = asked;
  const figures = figuresOf(units, property);
  const [rows, ground] = await Promise.all([
    runSql(api, zoneSql(work, figures, zone), signal),
    readGround(api, work.fieldId, groundUnitOf(units), zone, signal),
  ]);
  const [inside, outside] = [true, false].map((side) => rows.find((row) => row.inside === side));
  return [ground, ...figures.map((figure) => rowOf(figure, work, zone, { inside, outside }))];
}

/** All figures of both sides: a row with `inside`, and one without. */
export function zoneSql(work: Work, figures: readonly Figure[], zone: Ground): string {
  const columns = figures.map(({ id, sql }) => ({ name: id, sql }));
  return sqlOf(work, { columns: [{ name: 'inside', sql: 'inside' }, ...columns], groupBy: 'inside' }, zone);
}

function rowOf(
  { id, title, unit, sql }: Figure,
  work: Work,
  zone: Ground,
  rows: Record<'inside' | 'outside', Row | undefined>,
): NumberRow {
  const cell = (side: 'inside' | 'outside'): NumberCell => {
    const where = side === 'inside' ? 'inside' : 'NOT inside';
    // A side without points has no row.
    const value = rows[side]?.[id] ?? (sql === 'COUNT(*)' ? 0 : null);
    return {
      value: typeof value === 'boolean' ? null : value,
      question: { kind: 'sql', sql: sqlOf(work, { columns: [{ name: id, sql }], where }, zone), column: id },
    };
  };
  return { id, title, ...(unit !== undefined && { unit }), inside: cell('inside'), outside: cell('outside') };
}

/** The ground of the field in a zone, and the rest of it; null without a boundary. */
async function readGround(
  api: ConsoleApi,
  fieldId: string,
  unit: string,
  zone: Ground,
  signal?: AbortSignal,
): Promise<NumberRow> {
  const area = geographyOf(zone);
  const sqls = {
    inside: times(`ST_AREA(ST_INTERSECTION(geometry, ${area}))`, 'm2', unit),
    outside: times(`ST_AREA(ST_DIFFERENCE(geometry, ${area}))`, 'm2', unit),
  };
  const from = `FROM fields WHERE id = ${quoted(fieldId)}`;
  const both = `SELECT ${sqls.inside} AS inside,\n  ${sqls.outside} AS outside\n${from}`;
  const [row] = await runSql(api, both, signal);
  const cell = (side: 'inside' | 'outside'): NumberCell => {
    const value = row?.[side];
    const sql = `SELECT ${sqls[side]} AS ground\n${from}`;
    return { value: typeof value === 'number' ? value : null, question: { kind: 'sql', sql, column: 'ground' } };
  };
  return { id: 'ground', title: 'Field area', unit, inside: cell('inside'), outside: cell('outside') };
}
