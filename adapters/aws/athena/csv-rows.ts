import type { Cells } from './result-rows.ts';

/**
 * The rows of a file as Athena writes results: every value in quotes, and nothing at all for NULL. Its head is a row.
 *
 * @param pieces the text of the file, cut anywhere.
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

/** The rows that end within a text, and where the last of them does. */
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

/** A cell and the place of the comma or line break behind it; undefined when that has not come yet. */
function cellAt(text: string, at: number): { value: string | undefined; end: number } | undefined {
  if (text[at] !== '"') return text[at] === ',' || text[at] === '\n' ? { value: undefined, end: at } : undefined;
  let close = text.indexOf('"', at + 1);
  while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
  if (close < 0 || close + 1 >= text.length) return undefined;
  return { value: text.slice(at + 1, close).replaceAll('""', '"'), end: close + 1 };
}
