import { type SampleRole, sampleRoleOf } from './column-roles.ts';
import type { Sheet } from './sheet.ts';

/** What a report says once, above its table, with the indexes of the cells that say it. */
export type ReportFacts = ReadonlyMap<SampleRole, { text: string; cells: [row: number, column: number][] }>;

const stated: SampleRole[] = [
  'grower',
  'farm',
  'field',
  'fieldId',
  'lab',
  'reportNumber',
  'date',
  'otherDate',
  'receivedDate',
  'processedDate',
];

/**
 * Reads labels with what stands behind them, in one cell (`Field: Home`) or in the next, in rows above a table.
 *
 * @param from index of the first row. @param to index behind the last one.
 */
export function reportFacts({ rows }: Sheet, from: number, to: number): ReportFacts {
  const facts = new Map<SampleRole, { text: string; cells: [number, number][] }>();
  for (let row = from; row < to; row++) {
    const cells = rows[row] ?? [];
    for (const [column, cell] of cells.entries()) {
      const colon = cell.indexOf(':');
      const label = (colon < 0 ? cell : cell.slice(0, colon)).trim();
      const role = label === '' || label.length > 40 ? undefined : sampleRoleOf(label)?.role;
      if (!role || !stated.includes(role) || facts.has(role)) continue;
      const inside = colon < 0 ? '' : cell.slice(colon + 1).trim();
      if (inside !== '') facts.set(role, { text: inside, cells: [[row, column]] });
      const next = inside === '' ? cells.findIndex((one, at) => at > column && one.trim() !== '') : -1;
      const text = (cells[next] ?? '').trim();
      // Another label is no value.
      if (text === '' || text.endsWith(':') || sampleRoleOf(text)) continue;
      facts.set(role, {
        text,
        cells: [
          [row, column],
          [row, next],
        ],
      });
    }
  }
  return facts;
}
