import { forms } from './forms.ts';
import { hasTrino } from './macros.ts';
import { isSign, isWord, type Part, partsOf, separated, TrinoProblem } from './parts.ts';
import { sameFunctions } from './same-functions.ts';

/** SQL keywords that may precede a bracket. */
const keywords = new Set(
  'AND AS BY DISTINCT EXISTS FILTER FROM IN NOT ON OR OVER SELECT SETS THEN ELSE WHEN WHERE VALUES'.split(' '),
);
/** Keywords that belong to the adjacent literal or value. */
const typeWords = new Set('BIGINT DECIMAL DATE TIME TIMESTAMP TRUE FALSE NULL'.split(' '));
/** Names of tables and columns that the compiler makes. */
const ownName = /^[a-z]\d+[xywsen]?$/;

/**
 * Translates a statement that the compiler has printed for Trino to the SQL of DuckDB. It supports only what the compiler prints: anything else
 * is refused, as Trino refuses unknown functions.
 *
 * @throws TrinoProblem
 */
export function translate(sql: string): string {
  return write(partsOf(sql));
}

export function write(parts: readonly Part[]): string {
  let sql = '';
  // The beginning of the product that a division sign divides.
  let product = 0;
  // The beginnings of the products around open CASEs.
  const around: number[] = [];
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index];
    const next = parts[index + 1];
    if (!part) continue;
    if (part.kind === 'word' && next?.kind === 'group' && next.open === '(' && isCall(part.text)) {
      const nulls = ignoresNulls(parts, index + 2);
      sql += callSql(part.text.toLowerCase(), next.parts, nulls ? ' IGNORE NULLS' : '');
      index += nulls ? 5 : 1;
    } else if (isSign(part, '/') || isSign(part, '%')) {
      const end = operandEnd(parts, index + 1);
      const by = write(parts.slice(index + 1, end)).trim();
      sql = `${sql.slice(0, product)}${isSign(part, '/') ? 'trino_divide' : 'trino_modulo'}(${sql.slice(product).trim()}, ${by})`;
      index = end - 1;
    } else if (/^(?:UNION|EXCEPT|INTERSECT)$/.test(wordOf(part)) && isWord(parts[index + 2], 'DISTINCT')) {
      sql += wordOf(part);
      index += 2;
    } else {
      if (isWord(part, 'CASE')) around.push(product);
      sql += partSql(part);
      if (isWord(part, 'END')) product = around.pop() ?? product;
      else if (endsProduct(part)) product = sql.length + (next?.kind === 'space' ? 1 : 0);
    }
  }
  return sql;
}

/** Operators with lower precedence than those of a product, and SQL keywords, which are printed in capitals. */
function endsProduct(part: Part): boolean {
  if (part.kind === 'sign') return !/^[.*]$/.test(part.text);
  return part.kind === 'word' && /^[A-Z]+$/.test(part.text) && !typeWords.has(part.text);
}

function partSql(part: Part): string {
  if (part.kind === 'group') return part.open === '(' ? `(${write(part.parts)})` : `[${write(part.parts)}]`;
  return part.kind === 'text' ? textSql(part.text) : part.text;
}

const wordOf = (part: Part | undefined): string => (part?.kind === 'word' ? part.text.toUpperCase() : '');
const isCall = (word: string): boolean => !keywords.has(word.toUpperCase()) && !ownName.test(word);

/** Moves ` IGNORE NULLS` from behind a call to its inside, where DuckDB expects it. */
function ignoresNulls(parts: readonly Part[], at: number): boolean {
  return isWord(parts[at + 1], 'IGNORE') && isWord(parts[at + 3], 'NULLS');
}

function callSql(name: string, inside: readonly Part[], behind: string): string {
  const form = Object.hasOwn(forms, name) ? forms[name] : undefined;
  if (form) return form(inside);
  const args = separated(inside).map(write).join(', ') + behind;
  if (hasTrino(name)) return `trino_${name}(${args})`;
  if (sameFunctions.has(name)) return `${name}(${args})`;
  throw new TrinoProblem('FUNCTION_NOT_FOUND', `line 1:1: Function '${name}' not registered`);
}

/** The end of the operand after an operator: a name, literal, call or bracket with its members. */
function operandEnd(parts: readonly Part[], start: number): number {
  let at = start;
  while (parts[at]?.kind === 'space' || isSign(parts[at], '-')) at += 1;
  at += 1;
  // The text of a literal such as BIGINT '5'.
  if (parts[at]?.kind === 'space' && parts[at + 1]?.kind === 'text') at += 2;
  for (;;) {
    const part = parts[at];
    if (part?.kind === 'group') at += 1;
    else if (isSign(part, '.')) at += 2;
    else return at;
  }
}

/** A literal of a text or of bytes in DuckDB's SQL. */
function textSql(literal: string): string {
  if (literal.startsWith('X')) return `unhex(${literal.slice(1)})`;
  if (!literal.startsWith('U&')) return literal;
  const text = literal
    .slice(2)
    .replace(/\\(\\|[0-9a-fA-F]{4})/g, (_, code: string) =>
      code === '\\' ? '\\' : String.fromCharCode(Number.parseInt(code, 16)),
    );
  // DuckDB's parser ends at NUL.
  return text.includes('\0') ? `(${text.replaceAll('\0', "' || chr(0) || '")})` : text;
}
