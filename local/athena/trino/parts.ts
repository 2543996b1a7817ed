/** A piece of a statement: a token, or the content of a pair of brackets. */
export type Part =
  | { kind: 'space' | 'word' | 'number' | 'text' | 'name' | 'sign'; text: string }
  | { kind: 'group'; open: '(' | '['; parts: Part[] };

export class TrinoProblem extends Error {
  /** As Trino names it, such as `FUNCTION_NOT_FOUND`. */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const token =
  /\s+|U&'(?:[^']|'')*'|X'[^']*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|\d[\d.]*(?:[eE][+-]?\d+)?|[A-Za-z_]\w*|->|<>|!=|<=|>=|\|\||[()[\],.+\-*/%<>=]/y;

/**
 * Splits a statement of Trino into pieces.
 *
 * @throws TrinoProblem for a character that begins no token, and for unmatched brackets.
 * @example partsOf('a') // [{ kind: 'word', text: 'a' }]
 */
export function partsOf(sql: string): Part[] {
  const stack: { open: string; parts: Part[] }[] = [{ open: '', parts: [] }];
  token.lastIndex = 0;
  while (token.lastIndex < sql.length) {
    const at = token.lastIndex;
    const [text] = token.exec(sql) ?? [];
    if (text === undefined) throw syntaxError(`unexpected character at ${at}`);
    const top = stack.at(-1);
    if (text === '(' || text === '[') stack.push({ open: text, parts: [] });
    else if (text === ')' || text === ']') {
      const closed = stack.pop();
      const around = stack.at(-1);
      if (!closed || !around || closed.open !== (text === ')' ? '(' : '[')) throw syntaxError(`unexpected ${text}`);
      around.parts.push({ kind: 'group', open: closed.open, parts: closed.parts });
    } else top?.parts.push({ kind: kindOf(text), text });
  }
  const [whole] = stack;
  if (stack.length > 1 || !whole) throw syntaxError('a bracket is not closed');
  return whole.parts;
}

function kindOf(text: string): Exclude<Part['kind'], 'group'> {
  if (/^\s/.test(text)) return 'space';
  if (/^(?:'|U&'|X')/.test(text)) return 'text';
  if (text.startsWith('"')) return 'name';
  if (/^\d/.test(text)) return 'number';
  return /^\w/.test(text) ? 'word' : 'sign';
}

function syntaxError(what: string): TrinoProblem {
  return new TrinoProblem('SYNTAX_ERROR', `line 1:1: ${what}`);
}

/**
 * The parts between commas, each list without the space at its ends; none for an empty text.
 *
 * @example separated(partsOf('a, b')).length // 2
 */
export function separated(parts: readonly Part[]): Part[][] {
  const lists: Part[][] = [[]];
  for (const part of parts) {
    if (part.kind === 'sign' && part.text === ',') lists.push([]);
    else lists.at(-1)?.push(part);
  }
  const all = lists.map(trimmed);
  return all.length === 1 && all[0]?.length === 0 ? [] : all;
}

/**
 * Parts without the space at both ends.
 *
 * @example trimmed(partsOf(' a ')) // [{ kind: 'word', text: 'a' }]
 */
export function trimmed(parts: readonly Part[]): Part[] {
  const isText = ({ kind }: Part) => kind !== 'space';
  const first = parts.findIndex(isText);
  return first < 0 ? [] : parts.slice(first, parts.findLastIndex(isText) + 1);
}

/**
 * Whether a part is a word, in any case; `word` is in upper case.
 *
 * @example isWord({ kind: 'word', text: 'as' }, 'AS') // true
 */
export function isWord(part: Part | undefined, word: string): boolean {
  return part?.kind === 'word' && part.text.toUpperCase() === word;
}

/**
 * Whether a part is the given sign.
 *
 * @example isSign({ kind: 'sign', text: ',' }, ',') // true
 */
export function isSign(part: Part | undefined, text: string): boolean {
  return part?.kind === 'sign' && part.text === text;
}

/** The text between the quotes of a name or a literal. */
export function quotedIn(part: Part | undefined): string {
  if (!part || part.kind === 'group') return '';
  const [quote = ''] = part.text;
  return part.text.slice(1, -1).replaceAll(quote + quote, quote);
}
