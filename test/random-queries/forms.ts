import { constant } from './constants.ts';
import { expression } from './expression.ts';
import { type Maker, type Scope, scalarType } from './scope.ts';
import { derived, source } from './sources.ts';
import { partitionType } from './windows.ts';

/** SELECT of a text and the types of its columns. */
export interface Select {
  sql: string;
  types: string[];
}

/** A query in a form beyond the clauses of SELECT. */
export function formed(maker: Maker): Select {
  return maker.random.one([pivoted, unpivoted, recursive, withNamedWindows, starred, unnestedAgain])(maker);
}

const sums = ['SUM(v)', 'MIN(v)', 'MAX(v)', 'COUNT(v)', 'COUNT(*)', 'SUM(v + 1)'];

function pivoted(maker: Maker): Select {
  const { random } = maker;
  const { from, scope } = source(maker);
  const [key, kind] = [partitionType(maker), random.one(['STRING', 'BOOL', 'INT64', 'DATE'])];
  const [first, second] = [constant(random, kind), constant(random, kind)];
  const columns = [
    `${expression(maker, scope, key, 1)} AS k`,
    `${expression(maker, scope, kind, 1)} AS f`,
    `${expression(maker, scope, 'INT64', 1)} AS v`,
  ];
  const values = random.chance(0.5) ? [random.one(sums)] : [`${random.one(sums)} AS a`, `${random.one(sums)} AS b`];
  const sql = `SELECT * FROM (SELECT ${columns.join(', ')} FROM ${from}) PIVOT(${values.join(', ')} FOR f IN (${first} AS p, ${second} AS q))`;
  return { sql, types: [key, ...[...values, ...values].map(() => 'INT64')] };
}

function unpivoted(maker: Maker): Select {
  const { random } = maker;
  const { from, scope } = source(maker);
  const [key, type] = [scalarType(maker), scalarType(maker)];
  // The reference treats columns that are made of the same one as one.
  const used = new Set<string>();
  const other = (make: () => string) => {
    let made = make();
    while (used.has(made)) made = constant(random, type);
    used.add(made);
    return made;
  };
  const value = () => other(() => expression(maker, scope, type, 2));
  const inner = `SELECT ${other(() => expression(maker, scope, key, 1))} AS k, ${value()} AS a, ${value()} AS b FROM ${from}`;
  const nulls = random.one(['', ' INCLUDE NULLS', ' EXCLUDE NULLS']);
  return { sql: `SELECT * FROM (${inner}) UNPIVOT${nulls} (v FOR n IN (a, b AS 'c'))`, types: [key, type, 'STRING'] };
}

function recursive(maker: Maker): Select {
  const { random } = maker;
  const { from, scope } = source(maker);
  const name = `r${maker.name()}`;
  const type = scalarType(maker);
  const own: Scope = {
    values: [
      { sql: `${name}.n`, type: 'INT64' },
      { sql: `${name}.v`, type },
    ],
    key: [],
  };
  const base = `SELECT ${random.one(['0', '1'])} AS n, ${expression(maker, scope, type, 1)} AS v FROM ${from}`;
  const step = `SELECT n + 1, ${expression(maker, own, type, 1)} FROM ${name} WHERE n < ${random.one(['2', '4'])}`;
  const value = expression(maker, own, type, 1);
  return {
    sql: `WITH RECURSIVE ${name} AS (${base} UNION ALL ${step}) SELECT n, v, ${value} AS x FROM ${name}`,
    types: ['INT64', type, type],
  };
}

function withNamedWindows(maker: Maker): Select {
  const { random } = maker;
  const { from, scope } = source(maker);
  const type = scalarType(maker);
  const whole = expression(maker, scope, 'INT64', 1);
  const value = expression(maker, scope, type, 1);
  const columns = [
    `${random.one(['SUM', 'MIN', 'MAX', 'COUNT'])}(${whole}) OVER ${random.one(['w', 'framed'])}`,
    `${random.one(['LAG', 'LEAD'])}(${value}) OVER w`,
    `${random.one(['FIRST_VALUE', 'LAST_VALUE'])}(${value}) OVER (framed)`,
  ];
  const partition = random.chance(0.7) ? `PARTITION BY ${expression(maker, scope, partitionType(maker), 0)} ` : '';
  const windows = `w AS (${partition}ORDER BY ${scope.key.join(', ')}), framed AS (w ROWS BETWEEN 1 PRECEDING AND 2 FOLLOWING)`;
  const filter = random.chance(0.6) ? ` QUALIFY ${random.one(['ROW_NUMBER', 'RANK'])}() OVER w <= 2` : '';
  const list = columns.map((column, index) => `${column} AS x${index + 1}`).join(', ');
  return { sql: `SELECT ${list} FROM ${from} WHERE TRUE${filter} WINDOW ${windows}`, types: ['INT64', type, type] };
}

/** All but one of a query's columns, with another one replaced. */
function starred(maker: Maker): Select {
  const { random } = maker;
  const inner = source(maker);
  const types = Array.from({ length: 3 }, () => scalarType(maker));
  const columns = types.map((type, index) => `${expression(maker, inner.scope, type, 1)} AS c${index + 1}`);
  const name = `s${maker.name()}`;
  const own: Scope = {
    values: types.map((type, index) => ({ sql: `${name}.c${index + 1}`, type })),
    key: [],
  };
  const [left = 'INT64', , right = 'INT64'] = types;
  const by = expression(maker, own, right, 2);
  return {
    sql: `SELECT ${random.one(['*', `${name}.*`])} EXCEPT (c2) REPLACE (${by} AS c3) FROM (SELECT ${columns.join(', ')} FROM ${inner.from}) AS ${name}`,
    types: [left, right],
  };
}

/** Rows turned into an array of structs, and into rows again. */
function unnestedAgain(maker: Maker): Select {
  const { random } = maker;
  const { from, scope } = derived(maker);
  const types = [scalarType(maker), scalarType(maker)];
  const [a, b] = types.map((type) => expression(maker, scope, type, 1));
  const key = partitionType(maker);
  const group = expression(maker, scope, key, 0);
  const limit = random.one(['', ' LIMIT 2']);
  const inner = `SELECT ${group} AS k, ARRAY_AGG(STRUCT(${a} AS a, ${b} AS b) ORDER BY ${scope.key.join(', ')}${limit}) AS list FROM ${from} GROUP BY 1`;
  const join = random.one([' CROSS JOIN ', ', ', ' LEFT JOIN ']);
  return {
    sql: `SELECT k, item.a, item.b, place FROM (${inner})${join}UNNEST(list) AS item WITH OFFSET AS place${random.one(['', ' WHERE place > 0'])}`,
    types: [key, ...types, 'INT64'],
  };
}
