import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Row, ratioOf } from './row.ts';
import { quantity } from './table.ts';

const file = fileURLToPath(new URL('baseline.json', import.meta.url));

/** Baselines by row name. Only ratios are comparable: the other members describe the machine that measured them. */
export type Baseline = Record<string, { ratio: number; measured: string; comparedWith: string }>;

export function readBaseline(): Baseline {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Baseline) : {};
}

/** Replaces the rows of these names. */
export function saveBaseline(rows: readonly Row[]): void {
  const saved = rows.map((row): [string, Baseline[string]] => [
    row.name,
    {
      ratio: Number(ratioOf(row).toFixed(3)),
      measured: quantity(row.measured, row.unit),
      comparedWith: `${quantity(row.comparedWith.value, row.unit)} ${row.comparedWith.what}`,
    },
  ]);
  const baseline = { ...readBaseline(), ...Object.fromEntries(saved) };
  writeFileSync(file, `${JSON.stringify(baseline, null, 2)}\n`);
}
