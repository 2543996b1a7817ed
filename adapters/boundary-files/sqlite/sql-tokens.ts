import { DamagedDatabase } from './database-pages.ts';

/** A token of a stored statement. Names are unquoted; a quoted word is never a keyword. */
export interface SqlToken {
  kind: 'word' | 'quoted' | 'other';
  text: string;
}

const closing: Record<string, string> = { '"': '"', "'": "'", '`': '`', '[': ']' };
const wordStart = /[A-Za-z_\u0080-\uffff]/;
const wordPart = /[A-Za-z0-9_$\u0080-\uffff]/;

/**
 * Splits a statement into tokens as SQLite does, without blanks and comments.
 *
 * @throws DamagedDatabase for an unterminated quotation.
 */
export function sqlTokens(sql: string): SqlToken[] {
  const tokens: SqlToken[] = [];
  for (let at = 0; at < sql.length; ) {
    const character = sql[at] ?? '';
    if (/[ \t\n\f\r]/.test(character)) at++;
    else if (sql.startsWith('--', at)) at = endOf(sql, '\n', at + 2);
    else if (sql.startsWith('/*', at)) at = endOf(sql, '*/', at + 2);
    else if (character in closing) {
      const [text, next] = quotation(sql, at, closing[character] ?? '');
      tokens.push({ kind: 'quoted', text });
      at = next;
    } else {
      const isWord = wordStart.test(character);
      let end = at + 1;
      // A number followed by letters is one token, as in SQLite, and never a keyword.
      if (isWord || /[0-9]/.test(character)) while (wordPart.test(sql[end] ?? '')) end++;
      tokens.push({ kind: isWord ? 'word' : 'other', text: sql.slice(at, end) });
      at = end;
    }
  }
  return tokens;
}

function endOf(sql: string, mark: string, from: number): number {
  const found = sql.indexOf(mark, from);
  return found < 0 ? sql.length : found + mark.length;
}

function quotation(sql: string, from: number, close: string): [text: string, next: number] {
  let text = '';
  for (let at = from + 1; ; ) {
    const end = sql.indexOf(close, at);
    if (end < 0) throw new DamagedDatabase('a quotation in its schema does not end');
    text += sql.slice(at, end);
    if (close === ']' || sql[end + 1] !== close) return [text, end + 1];
    text += close;
    at = end + 2;
  }
}
