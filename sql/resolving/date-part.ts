import { fail } from '../fault.ts';
import { literal } from '../functions/build.ts';
import { extractPart } from '../functions/dates/extract.ts';
import { partNames } from '../functions/dates/part.ts';
import type { Expr } from '../plan/expressions.ts';
import type { DatePart, Expression } from '../syntax/expressions.ts';
import { typeOf } from '../types/sql-type.ts';
import { coerceFor } from './coercion.ts';
import type { ExpressionContext } from './context.ts';
import { resolve } from './expression.ts';

/** `WEEK(MONDAY)` as one text. */
export function resolveDatePart({ at, name, day }: DatePart): string {
  if (!partNames.has(name)) {
    fail('invalid_query', at, `${name} is not a valid date part.`, {
      hint: `Use ${[...partNames].join(', ')}.`,
    });
  }
  return day === undefined ? name : `${name}(${day})`;
}

/** An argument that is a date part: a name that is not a column. */
export function partArgument(node: Expression): Expr {
  const [name] = node.kind === 'path' ? node.names : [];
  if (name) return literal(node.at, resolveDatePart({ at: node.at, name: name.text.toUpperCase() }));
  const day = node.kind === 'call' ? node.args[0]?.value : undefined;
  if (node.kind !== 'call' || day?.kind !== 'path') fail('invalid_query', node.at, 'A valid date part is required.');
  return literal(
    node.at,
    resolveDatePart({ at: node.at, name: node.name, day: day.names[0]?.text.toUpperCase() ?? '' }),
  );
}

export function resolveExtract(node: Extract<Expression, { kind: 'extract' }>, context: ExpressionContext): Expr {
  const zone = node.zone && coerceFor(resolve(node.zone, context), typeOf('STRING'), 'AT TIME ZONE');
  return extractPart(literal(node.part.at, resolveDatePart(node.part)), resolve(node.operand, context), zone, node.at);
}
