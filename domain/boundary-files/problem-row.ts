/** One row of the problem vocabulary. Messages name the value that was wrong; hints say how to fix it. */
export interface ProblemRow {
  severity: 'error' | 'warning';
  message: (details: never) => string;
  hint: string | ((details: never) => string);
}

/**
 * A number with thousands separators.
 *
 * @example count(1234) // '1,234'
 */
export function count(value: number): string {
  return value.toLocaleString('en-US');
}

/** A size in bytes with its unit: `3.2 MB`, `850 bytes`. */
export function size(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB'];
  const power = bytes < 1024 ? 0 : Math.min(3, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** power;
  return `${Number.isInteger(value) ? value : value.toFixed(1)} ${units[power]}`;
}

/** A position as text that can be pasted into a map: `10.512346, 52.100000`, longitude first. */
export function positionText([longitude, latitude]: [number, number]): string {
  return `${longitude.toFixed(6)}, ${latitude.toFixed(6)}`;
}
