/** Text of a table, in rows of cells. */
export interface CsvRows {
  rows: string[][];
  delimiter: string;
}

const delimiters = [',', ';', '\t', '|'];
const sampledCharacters = 20_000;

/**
 * Reads a table as text (RFC 4180), separated by what parts most rows into as many cells, two at least. Undefined for text that is no table.
 *
 * @example readCsv('a;b\n1;"2;3"') // { rows: [['a', 'b'], ['1', '2;3']], delimiter: ';' }
 */
export function readCsv(text: string): CsvRows | undefined {
  const head = text.slice(0, sampledCharacters);
  const scores = delimiters.map((delimiter) => ({ delimiter, score: scoreOf(rowsOf(head, delimiter)) }));
  const best = scores.reduce((one, other) => (other.score > one.score ? other : one));
  return best.score > 0 ? { rows: rowsOf(text, best.delimiter), delimiter: best.delimiter } : undefined;
}

/** Cells of the rows that have the most frequent number of them; the last row may be cut off. */
function scoreOf(rows: string[][]): number {
  const counts = new Map<number, number>();
  for (const { length } of rows.length > 2 ? rows.slice(0, -1) : rows) {
    if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1);
  }
  return Math.max(0, ...Array.from(counts, ([length, times]) => times * Math.min(length, 50)));
}

function rowsOf(text: string, delimiter: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    const cell = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at, delimiter);
    row.push(cell.text);
    at = cell.end;
    if (text[at] === delimiter) {
      at++;
      if (at < text.length) continue;
      row.push('');
    }
    // Anything after a closing quote belongs to the cell as it stands.
    if (at < text.length && text[at] !== '\r' && text[at] !== '\n') {
      const rest = plainCell(text, at, delimiter);
      row[row.length - 1] += rest.text;
      at = rest.end;
      if (text[at] === delimiter) {
        at++;
        continue;
      }
    }
    if (text[at] === '\r') at++;
    if (text[at] === '\n') at++;
    rows.push(row);
    row = [];
  }
  if (row.length > 0) rows.push(row);
  return rows;
}

function plainCell(text: string, from: number, delimiter: string): { text: string; end: number } {
  let end = from;
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end++;
  return { text: text.slice(from, end), end };
}

/** A quote within quotes is doubled; one that is not closed takes the rest. */
function quotedCell(text: string, from: number): { text: string; end: number } {
  let end = from + 1;
  for (;;) {
    end = text.indexOf('"', end);
    if (end < 0) return { text: text.slice(from + 1).replaceAll('""', '"'), end: text.length };
    if (text[end + 1] !== '"') return { text: text.slice(from + 1, end).replaceAll('""', '"'), end: end + 1 };
    end += 2;
  }
}
