import { fail } from '../fault.ts';
import type { Expression } from '../syntax/expressions.ts';
import { parsePathOrCall } from './call.ts';
import { parseArray, parseCase, parseCast, parseExtract, parseInterval, parseStruct } from './constructs.ts';
import { parseExpression } from './expression.ts';
import { parseLiteral } from './literal.ts';
import { holdsQuery, parseQuery } from './query.ts';
import type { TokenStream } from './token-stream.ts';

export function parsePrimary(stream: TokenStream): Expression {
  const literal = parseLiteral(stream);
  if (literal) return literal;
  const token = stream.peek();
  if (token.kind === 'symbol') return parseSign(stream, token.text);
  if (token.kind !== 'word') return parsePathOrCall(stream);
  switch (token.text) {
    case 'CASE':
      return parseCase(stream);
    case 'CAST':
      return parseCast(stream);
    case 'SAFE_CAST':
      return stream.peek(1).text === '(' ? parseCast(stream) : parsePathOrCall(stream);
    case 'EXTRACT':
      return parseExtract(stream);
    case 'INTERVAL':
      return parseInterval(stream);
    case 'ARRAY':
      return parseArray(stream);
    case 'STRUCT':
      return parseStruct(stream);
    case 'EXISTS': {
      const { at } = stream.next();
      stream.expect('(');
      const query = parseQuery(stream);
      stream.expect(')');
      return { kind: 'exists', at, query };
    }
    default:
      return parsePathOrCall(stream);
  }
}

function parseSign(stream: TokenStream, sign: string): Expression {
  const { at } = stream.peek();
  if (sign === '(') return parseParentheses(stream);
  if (sign === '[') return parseArray(stream);
  if (sign === '@@') {
    stream.next();
    fail('invalid_query', at, `Unrecognized name: @@${stream.peek().value}.`, {
      hint: 'There are no system variables.',
    });
  }
  if (sign === '@' || sign === '?') {
    stream.next();
    const name =
      sign === '@' ? `Query parameter '${stream.peek().value}' not found.` : 'Positional parameters are not supported.';
    fail('invalid_query', at, name, { hint: 'Write the value into the query.' });
  }
  return stream.unexpected();
}

/** A subquery, a value, or several values that form a struct. */
function parseParentheses(stream: TokenStream): Expression {
  const { at } = stream.peek();
  const isQuery = holdsQuery(stream);
  stream.expect('(');
  if (isQuery) {
    const query = parseQuery(stream);
    stream.expect(')');
    return { kind: 'query', at, query };
  }
  const values = stream.list(() => parseExpression(stream));
  stream.expect(')');
  const [only] = values;
  if (values.length === 1 && only) return only;
  return { kind: 'struct', at, fields: values.map((value) => ({ value })) };
}
