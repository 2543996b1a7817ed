import { Fault, fail } from '../fault.ts';
import { call, nullOf, nullOnError } from '../functions/build.ts';
import type { FunctionRow } from '../functions/row.ts';
import { functionNamed, functionNames } from '../functions/table.ts';
import { formArgument } from '../functions/text/normal-forms.ts';
import { hintFromElsewhere, unsupportedHint } from '../functions/unsupported.ts';
import { nearest } from '../nearest.ts';
import type { Expr } from '../plan/expressions.ts';
import type { Call, Expression } from '../syntax/expressions.ts';
import { typeOf } from '../types/sql-type.ts';
import { columnExpr } from './access.ts';
import { resolveAggregate } from './aggregate-call.ts';
import { asText } from './coercion.ts';
import type { Place } from './context.ts';
import { partArgument } from './date-part.ts';
import { resolve } from './expression.ts';
import { lookUp } from './scope.ts';
import { applySignatures } from './signature.ts';
import { resolveWindowCall } from './window-call.ts';

export function resolveCall(node: Call, place: Place): Expr {
  const row = functionNamed(node.name) ?? unknownFunction(node);
  if (row.kind === 'window' || node.over) {
    if (row.kind === 'scalar') fail('invalid_query', node.at, `${node.name} cannot be used with OVER.`);
    return resolveWindowCall(node, row, place);
  }
  if (row.kind === 'aggregate') return resolveAggregate(node, row, place);
  refuseAggregateSyntax(node);
  if (node.name === 'IEEE_DIVIDE') place.context.makesInfinities = true;
  const args = argumentsOf(node, row, place);
  // Sedona's function of an array and the aggregate of PostGIS have the same name.
  const together = functionNamed('ST_UNION_AGG');
  if (node.name === 'ST_COLLECT' && args.length === 1 && args[0]?.type.kind === 'GEOGRAPHY' && together)
    return resolveAggregate({ ...node, name: together.name }, together, place);
  if (!node.safe)
    return applySignatures(node.name, row.signatures, args, node.at, place.context, `function ${node.name}`);
  return safely(node, () =>
    applySignatures(node.name, row.signatures, args, node.at, place.context, `function ${node.name}`),
  );
}

/** NULL also for a constant that fails while compiling. */
function safely(node: Call, make: () => Expr): Expr {
  try {
    const made = make();
    if (made.kind === 'literal' || made.kind === 'shape') return made;
    return call(node.at, made.type, nullOnError, [made]);
  } catch (error) {
    if (error instanceof Fault && error.code === 'invalid_geography') return nullOf(node.at, typeOf('GEOGRAPHY'));
    throw error;
  }
}

/** Named arguments follow the others in their order. */
export function argumentsOf(node: Call, row: FunctionRow, place: Place): Expr[] {
  if (node.star) fail('syntax_error', node.at, `${node.name} does not take *.`);
  const parts = new Set(
    row.signatures.flatMap(({ parameters }) =>
      parameters.flatMap(({ type }, index) => (type === 'PART' ? [index] : [])),
    ),
  );
  const args = node.args.map(({ value }, index) => {
    if (parts.has(index)) return partArgument(value);
    if (node.name === 'NORMALIZE' && index === 1) return formArgument(value);
    return (node.name === 'TO_TIMESTAMP' && quotedColumn(value, place)) || resolve(value, place);
  });
  return node.name === 'CONCAT' ? args.map(asText) : args;
}

/** Clients that replace every double quote by a single one send `TO_TIMESTAMP('timestamp')` for a column. */
function quotedColumn(node: Expression, place: Place): Expr | undefined {
  if (node.kind !== 'literal' || node.type !== 'STRING' || !/^[A-Za-z_]\w*$/.test(node.value)) return undefined;
  const found = lookUp(place.scope, node.value, node.at);
  return found?.kind === 'column' ? columnExpr(found.column, node.at) : undefined;
}

function refuseAggregateSyntax({ name, at, distinct, orderBy, limit, nulls, having }: Call): void {
  const extra = distinct
    ? 'DISTINCT'
    : orderBy.length
      ? 'ORDER BY'
      : limit
        ? 'LIMIT'
        : nulls
          ? `${nulls} NULLS`
          : having
            ? 'HAVING'
            : undefined;
  if (extra) fail('invalid_query', at, `${name} is not an aggregate function and does not take ${extra}.`);
}

function unknownFunction({ name, at }: Call): never {
  const hint = unsupportedHint(name);
  if (hint !== undefined)
    fail('unsupported_function', at, `The function ${name} is not supported.`, hint ? { hint } : {});
  const other = hintFromElsewhere(name);
  const suggestion = other ? undefined : nearest(name, functionNames);
  fail('unknown_function', at, `Function not found: ${name}.${suggestion ? ` Did you mean ${suggestion}?` : ''}`, {
    ...(suggestion && { suggestion }),
    hint: other ?? 'docs/sql.md lists the functions.',
  });
}
