import { isMissed, type Row, ratioOf } from './row.ts';

const widths = [44, 11, 40, 7, 8, 8, 0];

export function heading(): string {
  return line(['what', 'measured', 'compared with', 'ratio', 'limit', 'before', '']);
}

/** @param before the ratio of the baseline, if it has one. */
export function rowLine(row: Row, before: number | undefined): string {
  return line([
    ...figures(row),
    limitText(row.limit),
    before === undefined ? '-' : before.toFixed(2),
    isMissed(row) ? 'MISSED' : 'ok',
  ]);
}

/** A row of the tiny form, whose figure is not judged. */
export function tinyLine(row: Row): string {
  return line([...figures(row), '-', '-', '']);
}

function figures(row: Row): string[] {
  const { name, unit, measured, comparedWith } = row;
  return [
    name,
    quantity(measured, unit),
    `${quantity(comparedWith.value, unit)} ${comparedWith.what}`,
    ratioOf(row).toFixed(2),
  ];
}

function limitText(limit: Row['limit']): string {
  if ('atLeast' in limit) return `>= ${limit.atLeast}`;
  return Number.isFinite(limit.atMost) ? `<= ${limit.atMost}` : 'none';
}

export function quantity(value: number, unit: Row['unit']): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return `${value.toFixed(digits)} ${unit}`;
}

function line(cells: string[]): string {
  return cells
    .map((cell, at) => cell.padEnd(widths[at] ?? 0))
    .join(' ')
    .trimEnd();
}
