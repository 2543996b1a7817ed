import type { Cells } from './result-rows.ts';

/**
 * Parses a result file of Athena: every value is quoted, NULL is empty. The header is returned as a row.
 *
 * @param pieces the text of the file, split anywhere.
 */
export async function* csvRows(pieces: AsyncIterable<string>): AsyncGenerator<Cells[]> {
  let rest = '';
  for await (const piece of pieces) {
    const { rows, end } = wholeRows(rest + piece);
    rest = (rest + piece).slice(end);
    if (rows.length > 0) yield rows;
  }
  if (rest !== '') throw new Error('the result of Athena ends within a row');
}

/** The complete rows of a text, and the offset of the end of the last one. */
function wholeRows(text: string): { rows: Cells[]; end: number } {
  const rows: Cells[] = [];
  let end = 0;
  let cells: Cells = [];
  for (let at = 0; at < text.length; ) {
    const cell = cellAt(text, at);
    if (!cell) break;
    cells.push(cell.value);
    at = cell.end + 1;
    if (text[cell.end] === ',') continue;
    rows.push(cells);
    cells = [];
    end = at;
  }
  return { rows, end };
}

/** A cell and the offset of the comma or line break after it; undefined if the text ends before. */
function cellAt(text: string, at: number): { value: string | undefined; end: number } | undefined {
  if (text[at] !== '"') return text[at] === ',' || text[at] === '\n' ? { value: undefined, end: at } : undefined;
  let close = text.indexOf('"', at + 1);
  while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
  if (close < 0 || close + 1 >= text.length) return undefined;
  return { value: text.slice(at + 1, close).replaceAll('""', '"'), end: close + 1 };
}
