import type { Pivot, Unpivot } from '../syntax/queries.ts';
import { parseExpression, parseOperand } from './expression.ts';
import { parseAlias } from './names.ts';
import type { TokenStream } from './token-stream.ts';

/** `PIVOT (SUM(a) AS s FOR column IN ('x' AS x, 'y'))` */
export function parsePivot(stream: TokenStream): Pivot {
  const { at } = stream.expect('PIVOT');
  stream.expect('(');
  const aggregates = stream.list(() => parseNamed(stream));
  stream.expect('FOR');
  const over = parseOperand(stream);
  stream.expect('IN');
  stream.expect('(');
  const values = stream.list(() => parseNamed(stream));
  stream.expect(')');
  stream.expect(')');
  return { kind: 'pivot', at, aggregates, over, values };
}

function parseNamed(stream: TokenStream) {
  const value = parseExpression(stream);
  const alias = parseAlias(stream);
  return alias ? { value, alias } : { value };
}

/** `UNPIVOT [INCLUDE NULLS] (value FOR name IN (a, b AS 'B'))` */
export function parseUnpivot(stream: TokenStream): Unpivot {
  const { at } = stream.expect('UNPIVOT');
  const includeNulls = stream.take('INCLUDE', 'NULLS');
  if (!includeNulls) stream.take('EXCLUDE', 'NULLS');
  stream.expect('(');
  const value = stream.name();
  stream.expect('FOR');
  const name = stream.name();
  stream.expect('IN');
  stream.expect('(');
  const columns = stream.list(() => {
    const column = stream.name();
    const isAlias = stream.take('AS') || stream.peek().kind === 'string';
    if (!isAlias) return { column };
    if (stream.peek().kind !== 'string') stream.unexpected('a string literal');
    return { column, alias: stream.next().value };
  });
  stream.expect(')');
  stream.expect(')');
  return { kind: 'unpivot', at, includeNulls, value, name, columns };
}
