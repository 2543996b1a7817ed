import type { Frame, FrameBound, WindowSpecification } from '../syntax/expressions.ts';
import { parseExpression } from './expression.ts';
import { parseOrderBy } from './query.ts';
import type { TokenStream } from './token-stream.ts';

/** Parses the part after OVER, or after the name in a WINDOW clause. */
export function parseWindow(stream: TokenStream): WindowSpecification {
  const { at } = stream.peek();
  if (stream.isName()) return { at, base: stream.name(), partitionBy: [], orderBy: [] };
  stream.expect('(');
  const window: WindowSpecification = { at, partitionBy: [], orderBy: [] };
  if (stream.isName()) window.base = stream.name();
  if (stream.take('PARTITION')) {
    stream.expect('BY');
    window.partitionBy = stream.list(() => parseExpression(stream));
  }
  if (stream.is('ORDER')) {
    window.orderAt = stream.peek().at;
    window.orderBy = parseOrderBy(stream);
  }
  if (stream.isOne('ROWS', 'RANGE')) window.frame = parseFrame(stream);
  stream.expect(')');
  return window;
}

function parseFrame(stream: TokenStream): Frame {
  const { at } = stream.peek();
  const unit = stream.take('ROWS') ? 'ROWS' : 'RANGE';
  if (unit === 'RANGE') stream.expect('RANGE');
  if (!stream.take('BETWEEN')) {
    return { at, unit, from: parseBound(stream), to: { at, direction: 'CURRENT' } };
  }
  const from = parseBound(stream);
  stream.expect('AND');
  return { at, unit, from, to: parseBound(stream) };
}

function parseBound(stream: TokenStream): FrameBound {
  const { at } = stream.peek();
  if (stream.take('CURRENT')) {
    stream.expect('ROW');
    return { at, direction: 'CURRENT' };
  }
  const distance = stream.take('UNBOUNDED') ? undefined : parseExpression(stream);
  const direction = stream.take('PRECEDING') ? 'PRECEDING' : 'FOLLOWING';
  if (direction === 'FOLLOWING') stream.expect('FOLLOWING');
  return distance ? { at, direction, distance } : { at, direction };
}
