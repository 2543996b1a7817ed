import { constant } from './constants.ts';
import { expression } from './expression.ts';
import { columnsOf, isOrderable, type Maker, type Scope, scalarType } from './scope.ts';

export interface Source {
  from: string;
  scope: Scope;
}

const prefixes: Readonly<Record<string, string>> = { points: 'p', fields: 'f', operations: 'o' };

function table(maker: Maker, name: string): Source {
  const alias = `${prefixes[name]}${maker.name()}`;
  return { from: `${name} AS ${alias}`, scope: { values: columnsOf(maker, name, alias), key: [`${alias}.id`] } };
}

/** Rows of a query of its own, in parentheses or by the name of a common table. */
export function derived(maker: Maker): Source & { select: string; name: string } {
  const { random } = maker;
  const inner = simple(maker);
  const name = `d${maker.name()}`;
  const types = Array.from({ length: 1 + random.below(3) }, () => scalarType(maker));
  const columns = types.map((type) => ({
    type,
    sql: expression(maker, inner.scope, type, 2),
    name: `c${maker.name()}`,
  }));
  const keys = inner.scope.key.map((sql) => ({ sql, name: `k${maker.name()}` }));
  const list = [...keys, ...columns].map((column) => `${column.sql} AS ${column.name}`).join(', ');
  const where = random.chance(0.5) ? ` WHERE ${expression(maker, inner.scope, 'BOOL', 1)}` : '';
  const select = `SELECT ${list} FROM ${inner.from}${where}`;
  const scope: Scope = {
    values: columns.map((column) => ({ sql: `${name}.${column.name}`, type: column.type })),
    key: keys.map((key) => `${name}.${key.name}`),
  };
  return { select, name, from: `(${select}) AS ${name}`, scope };
}

/** A join by a common column, which is written without its table. */
function joinedUsing(maker: Maker): Source {
  const { random } = maker;
  const [a, b] = [table(maker, random.one(['points', 'operations'])), table(maker, 'operations')];
  const other = [...a.scope.values, ...b.scope.values].filter(({ sql }) => !sql.endsWith('.crop'));
  return {
    from: `${a.from} ${random.one(['JOIN', 'LEFT JOIN', 'RIGHT JOIN', 'FULL JOIN'])} ${b.from} USING (crop)`,
    scope: { values: [...other, { sql: 'crop', type: 'STRING' }], key: [...a.scope.key, ...b.scope.key] },
  };
}

function joined(maker: Maker): Source {
  const { random } = maker;
  if (random.chance(0.15)) return joinedUsing(maker);
  if (random.chance(0.1)) {
    const [a, b] = [table(maker, 'fields'), table(maker, random.one(['fields', 'operations']))];
    const scope: Scope = { values: [...a.scope.values, ...b.scope.values], key: [...a.scope.key, ...b.scope.key] };
    return { from: `${a.from}${random.one([' CROSS JOIN ', ', '])}${b.from}`, scope };
  }
  const [left, right, on] = random.one([
    ['points', 'operations', 'operationId = $.id'],
    ['operations', 'fields', 'fieldId = $.id'],
    ['fields', 'operations', 'id = $.fieldId'],
    ['points', 'fields', 'fieldIds[SAFE_OFFSET(0)] = $.id'],
    ['operations', 'operations', 'crop = $.crop'],
  ] as const);
  const a = table(maker, left);
  const b = table(maker, right);
  const [alias, other] = [a, b].map(({ from }) => from.split(' AS ')[1]);
  const scope: Scope = { values: [...a.scope.values, ...b.scope.values], key: [...a.scope.key, ...b.scope.key] };
  const equal = `${alias}.${on.replace('$', other ?? '')}`;
  const kind = random.one(['JOIN', 'LEFT JOIN', 'RIGHT JOIN', 'FULL JOIN', 'JOIN']);
  const more = random.chance(0.3) && !kind.startsWith('FULL') ? ` AND ${condition(maker, b.scope)}` : '';
  return { from: `${a.from} ${kind} ${b.from} ON ${equal}${more}`, scope };
}

/** A condition of a join. DuckDB allows no subquery in that of an outer join. */
function condition({ random }: Maker, { values }: Scope): string {
  const { sql, type } = random.one(values.filter((value) => isOrderable(value.type)));
  return random.chance(0.5) ? `${sql} IS NOT NULL` : `${sql} ${random.one(['<', '>=', '='])} ${constant(random, type)}`;
}

function unnested(maker: Maker): Source {
  const { random } = maker;
  const [name, column, element] = random.one([
    ['points', 'fieldIds', 'STRING'],
    ['fields', 'tags', 'STRING'],
    ['points', 'products', 'STRUCT'],
  ] as const);
  const base = table(maker, name);
  const alias = base.from.split(' AS ')[1];
  const [item, place] = [`u${maker.name()}`, `i${maker.name()}`];
  const join = random.one([' CROSS JOIN ', ' LEFT JOIN ', ', ']);
  const values =
    element === 'STRING'
      ? [{ sql: item, type: 'STRING' }]
      : [
          { sql: `${item}.name`, type: 'STRING' },
          { sql: `${item}.rate`, type: 'FLOAT64' },
        ];
  return {
    from: `${base.from}${join}UNNEST(${alias}.${column}) AS ${item} WITH OFFSET AS ${place}`,
    scope: {
      values: [...base.scope.values, ...values, { sql: place, type: 'INT64' }],
      key: [...base.scope.key, place],
    },
  };
}

const simple = (maker: Maker): Source => {
  const { random } = maker;
  const roll = random.below(10);
  if (roll < 5) return table(maker, random.one(['points', 'points', 'fields', 'operations']));
  return roll < 8 ? joined(maker) : unnested(maker);
};

export function source(maker: Maker): Source {
  return maker.random.chance(0.2) ? derived(maker) : simple(maker);
}
