import { fail } from '../fault.ts';
import type { TypeName } from '../syntax/expressions.ts';
import type { TokenStream } from './token-stream.ts';

/**
 * Parses the name of a type from the next token on.
 *
 * @throws Fault for other text.
 * @example const type = toType(parseType(new TokenStream(tokenize('ARRAY<INT64>'))));
 */
export function parseType(stream: TokenStream): TypeName {
  return stream.within(() => {
    const { at } = stream.peek();
    if (stream.take('ARRAY')) {
      stream.expect('<');
      const element = parseType(stream);
      stream.closeAngle();
      return { at, name: 'ARRAY', element };
    }
    if (stream.take('STRUCT')) {
      stream.expect('<');
      const fields = stream.isOne('>', '>>') ? [] : stream.list(() => parseField(stream));
      stream.closeAngle();
      return { at, name: 'STRUCT', fields };
    }
    const name = stream.is('INTERVAL') ? stream.next().text : stream.name().text.toUpperCase();
    if (stream.is('(')) {
      fail('unsupported_feature', stream.peek().at, `The type ${name} takes no parameters here.`);
    }
    return { at, name };
  });
}

function parseField(stream: TokenStream): { name: string; type: TypeName } {
  const next = stream.peek(1);
  const named = stream.isName() && next.kind !== 'symbol';
  const name = named ? stream.name().text : '';
  return { name, type: parseType(stream) };
}
