import { randomCall } from './calls.ts';
import { expression } from './expression.ts';
import { isOrderable, type Maker, type Scope } from './scope.ts';

const withDistinct = new Set(['COUNT', 'SUM', 'AVG', 'MIN', 'MAX']);

/** A value of a group of rows, with an order where the value depends on the order of rows. */
export function aggregate(maker: Maker, scope: Scope, type: string, depth: number): string | undefined {
  const { random } = maker;
  const call = randomCall(maker, 'aggregate', type, (of) => expression(maker, scope, of, depth));
  // GROUPING needs a key of a group, which is not a value of its own.
  if (!call || call.name === 'GROUPING') return undefined;
  const { name, exact } = call;
  const [first = '*', ...rest] = call.args;
  const order = ` ORDER BY ${scope.key.join(', ')}`;
  if (name === 'ARRAY_AGG') {
    const min = random.chance(0.3) ? ` LIMIT ${random.one(['1', '3'])}` : '';
    return `ARRAY_AGG(${first}${random.chance(0.7) ? ' IGNORE NULLS' : ''}${order}${min})`;
  }
  if (name === 'ARRAY_CONCAT_AGG') return `ARRAY_CONCAT_AGG(${first}${order})`;
  if (name === 'STRING_AGG') return `STRING_AGG(${first}, '${random.one([',', '; '])}'${order})`;
  if (name === 'MIN_BY' || name === 'MAX_BY') {
    // GoogleSQL's longer form of ANY_VALUE, which the reference engine supports, too.
    return scope.key.length === 1 ? `ANY_VALUE(${first} HAVING ${name.slice(0, 3)} ${scope.key[0]})` : undefined;
  }
  const distinct =
    first !== '*' && isOrderable(type) && withDistinct.has(name) && random.chance(0.2) ? 'DISTINCT ' : '';
  return exact(`${name}(${distinct}${[first, ...rest].join(', ')})`);
}
