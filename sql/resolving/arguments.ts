import { fail } from '../fault.ts';
import type { FunctionRow } from '../functions/row.ts';
import { formArgument } from '../functions/text/normal-forms.ts';
import type { Expr } from '../plan/expressions.ts';
import type { Call, Expression } from '../syntax/expressions.ts';
import { columnExpr } from './access.ts';
import { asText } from './coercion.ts';
import type { ExpressionContext } from './context.ts';
import { partArgument } from './date-part.ts';
import { resolve } from './expression.ts';
import { lookUp } from './scope.ts';

/** Index of the argument that is a count from 1, and of the argument that is a share, by function. */
const counts: Readonly<Record<string, number>> = { NTILE: 0, NTH_VALUE: 1, APPROX_QUANTILES: 1, APPROX_TOP_COUNT: 1 };
const shares: Readonly<Record<string, number>> = { PERCENTILE_CONT: 1, PERCENTILE_DISC: 1 };

/** @throws Fault for a constant that the function does not accept. */
export function refuseConstants(name: string, args: readonly Expr[]): void {
  const count = Object.hasOwn(counts, name) ? args[counts[name] ?? 0] : undefined;
  if (count?.kind === 'literal' && !(Number(count.value) >= 1))
    fail('invalid_query', count.at, `The argument to ${name} must be at least 1.`);
  const share = Object.hasOwn(shares, name) ? args[shares[name] ?? 0] : undefined;
  if (share?.kind === 'literal' && !(Number(share.value) >= 0 && Number(share.value) <= 1)) {
    fail('invalid_query', share.at, `The argument to ${name} must be between 0 and 1.`);
  }
}

/** Named arguments follow the others in their order. */
export function argumentsOf(node: Call, row: FunctionRow, context: ExpressionContext): Expr[] {
  if (node.star) fail('syntax_error', node.at, `${node.name} does not take *.`);
  const parts = new Set(
    row.signatures.flatMap(({ parameters }) =>
      parameters.flatMap(({ type }, index) => (type === 'PART' ? [index] : [])),
    ),
  );
  const args = node.args.map(({ value }, index) => {
    if (parts.has(index)) return partArgument(value);
    if (node.name === 'NORMALIZE' && index === 1) return formArgument(value);
    return (node.name === 'TO_TIMESTAMP' && quotedColumn(value, context)) || resolve(value, context);
  });
  return node.name === 'CONCAT' ? args.map(asText) : args;
}

/** Clients that replace every double quote by a single one send `TO_TIMESTAMP('timestamp')` for a column. */
function quotedColumn(node: Expression, context: ExpressionContext): Expr | undefined {
  if (node.kind !== 'literal' || node.type !== 'STRING' || !/^[A-Za-z_]\w*$/.test(node.value)) return undefined;
  const found = lookUp(context.scope, node.value, node.at);
  return found?.kind === 'column' ? columnExpr(found.column, node.at) : undefined;
}
