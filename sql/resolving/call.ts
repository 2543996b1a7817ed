import { Fault, fail } from '../fault.ts';
import { call, nullOf, nullOnError } from '../functions/build.ts';
import { functionNamed, functionNames } from '../functions/table.ts';
import { hintFromElsewhere, unsupportedHint } from '../functions/unsupported.ts';
import { nearest } from '../nearest.ts';
import type { Expr } from '../plan/expressions.ts';
import type { Call } from '../syntax/expressions.ts';
import { typeOf } from '../types/sql-type.ts';
import { resolveAggregate } from './aggregate-call.ts';
import { argumentsOf } from './arguments.ts';
import type { ExpressionContext } from './context.ts';
import { applySignatures } from './signature.ts';
import { resolveWindowCall } from './window-call.ts';

export function resolveCall(node: Call, context: ExpressionContext): Expr {
  const row = functionNamed(node.name) ?? unknownFunction(node);
  if (row.kind === 'window' || node.over) {
    if (row.kind === 'scalar') fail('invalid_query', node.at, `${node.name} cannot be used with OVER.`);
    return resolveWindowCall(node, row, context);
  }
  if (row.kind === 'aggregate') return resolveAggregate(node, row, context);
  refuseAggregateSyntax(node);
  if (node.name === 'IEEE_DIVIDE') context.state.makesInfinities = true;
  const args = argumentsOf(node, row, context);
  // Sedona's function of an array and the aggregate of PostGIS have the same name.
  const together = functionNamed('ST_UNION_AGG');
  if (node.name === 'ST_COLLECT' && args.length === 1 && args[0]?.type.kind === 'GEOGRAPHY' && together)
    return resolveAggregate({ ...node, name: together.name }, together, context);
  if (!node.safe)
    return applySignatures(node.name, row.signatures, args, node.at, context.state, `function ${node.name}`);
  return safely(node, () =>
    applySignatures(node.name, row.signatures, args, node.at, context.state, `function ${node.name}`),
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
