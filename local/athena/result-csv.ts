import type { StatementResult } from './run-statement.ts';

/** The file that Athena makes of a result: every value in quotes, and nothing for NULL. */
export function csvOf({ columns, rows }: Pick<StatementResult, 'columns' | 'rows'>): string {
  const cell = (text: string | undefined) => (text === undefined ? '' : `"${text.replaceAll('"', '""')}"`);
  const lines = [columns.map(({ name }) => name), ...rows].map((cells) => cells.map(cell).join(','));
  return `${lines.join('\n')}\n`;
}
