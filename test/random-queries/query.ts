import { aggregate } from './aggregates.ts';
import { expression } from './expression.ts';
import { formed, type Select } from './forms.ts';
import { type Random, randomOf } from './random.ts';
import { anyType, isOrderable, type Maker, type Scope, scalarType, type Tables } from './scope.ts';
import { derived, type Source, source } from './sources.ts';
import { partitionType, windowed } from './windows.ts';

const depth = 3;

/**
 * A valid query determined by a seed, whose rows are the same on every engine but for their order.
 *
 * @param tables with their columns' types as GoogleSQL writes them.
 */
export function randomQuery(seed: number, tables: Tables, { beyondReference = false } = {}): string {
  let names = 0;
  const name = () => {
    names += 1;
    return String(names);
  };
  const maker: Maker = { random: randomOf(seed), tables, beyondReference, name };
  const { random } = maker;
  if (random.chance(0.15)) return unitedWith(maker);
  if (random.chance(0.2)) return limited(maker, formed(maker));
  if (random.chance(0.15)) {
    const { name: common, select, scope } = derived(maker);
    return `WITH ${common} AS (${select}) ${limited(maker, selectOf(maker, { from: common, scope }))}`;
  }
  if (random.chance(0.05)) return ofUnited(maker);
  return limited(maker, selectOf(maker, source(maker)));
}

/** A table of WITH with several queries, read once or twice. */
function ofUnited(maker: Maker): string {
  const { random } = maker;
  const type = partitionType(maker);
  const rows = () => `SELECT x1 AS v FROM (${plain(maker, source(maker), [type]).sql})`;
  const sign = random.one(['UNION ALL', 'UNION DISTINCT', 'EXCEPT DISTINCT']);
  const joined = random.one(['', ' UNION ALL SELECT v, 0 FROM u GROUP BY v']);
  return `WITH u AS (${rows()} ${sign} ${rows()}) SELECT v, COUNT(*) AS n FROM u GROUP BY v${joined}`;
}

/** The first rows, ordered by all columns. */
function limited({ random }: Maker, { sql, types }: Select): string {
  if (!random.chance(0.4) || !types.every(isOrderable)) return sql;
  const order = types.map(
    (_, index) => `${index + 1}${random.one(['', '', ' DESC', ' NULLS LAST', ' DESC NULLS FIRST'])}`,
  );
  return `${sql} ORDER BY ${order.join(', ')} LIMIT ${random.one(['5', '20'])}${random.one(['', '', ' OFFSET 3'])}`;
}

function unitedWith(maker: Maker): string {
  const { random } = maker;
  const types = Array.from({ length: 1 + random.below(2) }, () => scalarType(maker));
  const sign = random.one(['UNION ALL', 'UNION DISTINCT', 'INTERSECT DISTINCT', 'EXCEPT DISTINCT']);
  const side = () => plain(maker, source(maker), types).sql;
  return limited(maker, { sql: `${side()} ${sign} ${side()}`, types });
}

function selectOf(maker: Maker, from: Source): Select {
  const { random } = maker;
  if (random.chance(0.35)) return grouped(maker, from);
  const types = Array.from({ length: 1 + random.below(4) }, () => anyType(maker));
  return plain(maker, from, types);
}

const where = (maker: Maker, scope: Scope): string =>
  maker.random.chance(0.5) ? ` WHERE ${expression(maker, scope, 'BOOL', 2)}` : '';

function plain(maker: Maker, { from, scope }: Source, types: string[]): Select {
  const { random } = maker;
  const columns = types.map((type, index) => {
    const value = (random.chance(0.15) && windowed(maker, scope, type, 1)) || expression(maker, scope, type, depth);
    return `${value} AS x${index + 1}`;
  });
  const distinct = types.every(isOrderable) && random.chance(0.1) ? 'DISTINCT ' : '';
  const rank = `ROW_NUMBER() OVER (PARTITION BY ${expression(maker, scope, partitionType(maker), 0)} ORDER BY ${scope.key.join(', ')})`;
  const filter = random.chance(0.1) ? ` QUALIFY ${rank} <= 2` : '';
  return { sql: `SELECT ${distinct}${columns.join(', ')} FROM ${from}${where(maker, scope)}${filter}`, types };
}

/** Grouping sets of several kinds. */
function grouping(random: Random, columns: string[]): string {
  const [a, b] = columns;
  return random.one([`ROLLUP(${a}, ${b})`, `CUBE(${a}, ${b})`, `GROUPING SETS((${a}, ${b}), ${b}, ())`]);
}

function grouped(maker: Maker, { from, scope }: Source): Select {
  const { random } = maker;
  const keys = Array.from({ length: random.below(3) }, () => scalarType(maker));
  const kinds = Array.from({ length: 1 + random.below(3) }, () => anyType(maker));
  const isRolled = maker.beyondReference && keys.length > 1 && random.chance(0.15);
  const columns = scope.values.filter(({ type }) => isOrderable(type));
  const written = isRolled
    ? [random.one(columns).sql, random.one(columns).sql]
    : keys.map((type) => expression(maker, scope, type, 1));
  const values = kinds.flatMap((type) => {
    const value = aggregate(maker, scope, type, 2);
    return value ? [{ type, value }] : [];
  });
  const all = [...written, ...values.map(({ value }) => value), 'COUNT(*)'];
  const list = all.map((value, index) => `${value} AS x${index + 1}`).join(', ');
  const ordinals = keys.map((_, index) => String(index + 1)).join(', ');
  const rolled = isRolled ? grouping(random, written) : ordinals;
  const having = random.chance(0.2) ? ` HAVING ${random.one(['COUNT(*) > 1', 'MIN(1) = 1', 'COUNT(*) < 20'])}` : '';
  const by = keys.length ? ` GROUP BY ${rolled}` : '';
  return {
    sql: `SELECT ${list} FROM ${from}${where(maker, scope)}${by}${having}`,
    types: [...keys, ...values.map(({ type }) => type), 'INT64'],
  };
}
