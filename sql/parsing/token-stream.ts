import { fail } from '../fault.ts';
import type { InvalidQueryAdvice } from '../invalid-query.ts';
import { reservedWords } from '../lexing/keywords.ts';
import type { Token } from '../lexing/token.ts';
import { limits } from '../limits.ts';
import type { Name } from '../syntax/expressions.ts';

/** Tokens with a current position. Words are compared in capitals. */
export class TokenStream {
  private readonly tokens: Token[];
  private index = 0;
  private nesting = 0;

  constructor(tokens: Token[]) {
    this.tokens = tokens;
  }

  peek(ahead = 0): Token {
    const token = this.tokens[Math.min(this.index + ahead, this.tokens.length - 1)];
    if (!token) throw new Error('there are no tokens');
    return token;
  }

  next(): Token {
    const token = this.peek();
    if (token.kind !== 'end') this.index += 1;
    return token;
  }

  /** The token before the current position. */
  previous(): Token | undefined {
    return this.tokens[this.index - 1];
  }

  /** Whether the next tokens are these words or signs. */
  is(first: string, second?: string, third?: string): boolean {
    return (
      this.isAt(0, first) &&
      (second === undefined || this.isAt(1, second)) &&
      (third === undefined || this.isAt(2, third))
    );
  }

  // Parsing asks this most often, ten times for each token: a list of words and a closure here were an eighth of all that compiling allocates.
  private isAt(ahead: number, text: string): boolean {
    const token = this.peek(ahead);
    return token.text === text && (token.kind === 'word' || token.kind === 'symbol');
  }

  /** Whether the next token is one of these words or signs. */
  isOne(...texts: string[]): boolean {
    return texts.some((text) => this.isAt(0, text));
  }

  /** Consumes the next tokens if they are these. */
  take(first: string, second?: string, third?: string): boolean {
    if (!this.is(first, second, third)) return false;
    this.index += third !== undefined ? 3 : second !== undefined ? 2 : 1;
    return true;
  }

  expect(text: string): Token {
    if (!this.is(text)) this.unexpected(/^[A-Z]/.test(text) ? `keyword ${text}` : `"${text}"`);
    return this.next();
  }

  /** Consumes one `>` of a type, even if the sign is `>>`. */
  closeAngle(): void {
    const token = this.peek();
    if (!this.is('>>')) this.expect('>');
    else this.tokens[this.index] = { ...token, text: '>', value: '>', at: token.at + 1 };
  }

  /** Whether the next token can be a name. */
  isName(ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.kind === 'quoted' || (token.kind === 'word' && !reservedWords.has(token.text));
  }

  name(): Name {
    if (!this.isName()) this.unexpected('an identifier');
    const token = this.next();
    return { text: token.value, at: token.at };
  }

  /** A name after a dot, where reserved words are names too. */
  nameAfterDot(): Name {
    const token = this.peek();
    if (token.kind !== 'word' && token.kind !== 'quoted') this.unexpected('an identifier');
    this.index += 1;
    return { text: token.value, at: token.at };
  }

  unexpected(expected?: string, advice?: InvalidQueryAdvice): never {
    const token = this.peek();
    const got = describe(token);
    // `x::type` is a cast of other dialects.
    const cast = this.is(':', ':') ? { hint: 'Use CAST(x AS type).' } : undefined;
    fail(
      'syntax_error',
      token.at,
      expected ? `Expected ${expected} but got ${got}.` : `Unexpected ${got}.`,
      advice ?? cast,
    );
  }

  /** Parses one nesting level deeper. */
  within<T>(parse: () => T): T {
    this.nesting += 1;
    if (this.nesting > limits.nesting) {
      fail('query_too_complex', this.peek().at, `A query is nested at most ${limits.nesting} levels deep.`);
    }
    const result = parse();
    this.nesting -= 1;
    return result;
  }

  list<T>(parse: () => T): T[] {
    const items = [parse()];
    while (this.take(',')) items.push(parse());
    return items;
  }
}

function describe(token: Token): string {
  if (token.kind === 'end') return 'end of statement';
  if (token.kind === 'word') return `${reservedWords.has(token.text) ? 'keyword' : 'identifier'} ${token.value}`;
  if (token.kind === 'quoted') return 'an identifier in backticks';
  if (token.kind === 'symbol') return `"${token.text}"`;
  const names = {
    string: 'string literal',
    bytes: 'bytes literal',
    integer: 'integer literal',
    float: 'floating point literal',
  };
  return `${names[token.kind]}`;
}
