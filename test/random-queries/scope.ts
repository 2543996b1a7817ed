import type { Random } from './random.ts';

/** A value that a query may name, with its type as GoogleSQL writes it. */
export interface Value {
  sql: string;
  type: string;
}

/** Values that can be named at a position of a query. */
export interface Scope {
  values: readonly Value[];
  /** Values that together distinguish any two rows, which makes an order complete. */
  key: readonly string[];
}

export type Tables = Readonly<Record<string, readonly [name: string, type: string][]>>;

/** State shared while a query is made. */
export interface Maker {
  random: Random;
  tables: Tables;
  /** Whether the query may use what the reference engine lacks: geography, ROLLUP, CONTAINS_SUBSTR. */
  beyondReference: boolean;
  /** A name that the query does not have yet. */
  name(): string;
}

/** Columns of a table under an alias, and the fields of structs. */
export function columnsOf({ tables }: Maker, table: string, alias: string): Value[] {
  return (tables[table] ?? []).flatMap(([name, type]) => {
    const column = { sql: `${alias}.${name}`, type };
    const fields = /^STRUCT<(.*)>$/.exec(type)?.[1]?.split(', ') ?? [];
    const inner = fields.map((field) => {
      const [label = '', kind = ''] = field.split(' ');
      return { sql: `${column.sql}.${label}`, type: kind };
    });
    return [column, ...inner];
  });
}

/** Types that rows can be ordered and grouped by. */
export const isOrderable = (type: string): boolean => !/^(ARRAY|STRUCT|GEOGRAPHY)/.test(type);

const scalars = ['BOOL', 'INT64', 'FLOAT64', 'NUMERIC', 'STRING', 'BYTES', 'DATE', 'TIMESTAMP', 'DATETIME', 'TIME'];
const often = ['INT64', 'FLOAT64', 'STRING', 'STRING', 'DATE', 'TIMESTAMP', 'BOOL'];

export const scalarType = ({ random }: Maker): string => random.one(random.chance(0.6) ? often : scalars);

/** A type for a column of a result. */
export function anyType(maker: Maker): string {
  const { random } = maker;
  if (random.chance(0.8)) return scalarType(maker);
  if (maker.beyondReference && random.chance(0.2)) return 'GEOGRAPHY';
  return random.one(['ARRAY<STRING>', 'ARRAY<INT64>', 'ARRAY<FLOAT64>', 'ARRAY<DATE>', 'STRUCT<a INT64, b STRING>']);
}
