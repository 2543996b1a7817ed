import type { MachineFile } from './machine-file.ts';

/** The units of the rates of a file's products by their names, as its summary has them: points of earlier releases name none. */
export function productUnitsOf(summary: MachineFile['summary']): Record<string, string> {
  const entries = summary?.properties.products ?? [];
  return Object.fromEntries(entries.flatMap(({ name, rate }) => (rate?.unit ? [[name, rate.unit] as const] : [])));
}
