import { expect } from 'vitest';
import type { Settings } from '../../domain/configuration/configuration.ts';
import type { Stat, Total } from '../../domain/machine-files/summary.ts';
import type { ProcessedSet } from '../adapters/machine-files/process-upload.ts';

/** Figures of independent readers for a sample, as written by `npm run verify:corpus`. */
export interface Counted {
  /** The reader, with its version. */
  by: string;
  /** The share by which a figure may differ, by its name; all others may differ by a millionth. */
  tolerances: Record<string, number>;
  /** Settings under which the service counts the same. */
  settings: Partial<Settings>;
  /** Number of tasks with logs in ISO 11783 task data. */
  tasksWithLogs?: number;
  note?: string;
  sets: CountedSet[];
}

interface CountedSet {
  task?: string;
  points: { read: number; kept: number; dropped: Record<string, number> };
  startTime: string;
  endTime: string;
  /** West, south, east, north. */
  extent: number[];
  /** Values with their units. */
  totals: Record<string, string>;
  averages: Record<string, string>;
  products?: Record<string, string>;
}

const degrees = 2e-7;
const millionth = 1e-6;

/** Expects the service's result of a sample to match the counted figures. */
export function expectCounted(sets: ProcessedSet[], { sets: counted, tolerances, tasksWithLogs }: Counted): void {
  if (tasksWithLogs) expect(sets).toHaveLength(tasksWithLogs);
  const processed = sets.filter((set) => set.processed.status === 'processed');
  expect(processed.map(({ part }) => part?.taskId)).toEqual(counted.map(({ task }) => task));
  for (const [index, expected] of counted.entries()) expectSet(processed[index] as ProcessedSet, expected, tolerances);
}

function expectSet({ processed, made }: ProcessedSet, expected: CountedSet, tolerances: Counted['tolerances']): void {
  const { pointCounts, startTime, endTime, summary } = processed;
  const { points, totals, averages, products = {} } = expected;
  expect({ points: pointCounts, startTime, endTime }).toEqual({
    points,
    startTime: expected.startTime,
    endTime: expected.endTime,
  });
  for (const [index, edge] of extentOf(made.standardGeojson).entries()) {
    expect(Math.abs(edge - (expected.extent[index] ?? 0)), `extent ${index}: ${edge}`).toBeLessThan(degrees);
  }
  const near = (name: string, found: Total | undefined, text: string) => {
    const [value = '', unit] = text.split(' ');
    expect(found?.unit, name).toBe(unit);
    const share = Math.abs((found?.value ?? Number.NaN) / Number(value) - 1);
    expect(share, `${name}: ${found?.value} for ${text}`).toBeLessThan(tolerances[name] ?? millionth);
  };
  const properties: Record<string, unknown> = summary?.properties ?? {};
  for (const [name, text] of Object.entries(totals)) near(name, properties[name] as Total, text);
  for (const [name, text] of Object.entries(averages)) {
    const { avg, unit = '' } = (properties[name] ?? {}) as Stat;
    near(name, { value: avg, unit }, text);
  }
  for (const [name, text] of Object.entries(products)) {
    near(name, summary?.properties.products?.find((product) => product.name === name)?.totalApplied, text);
  }
}

function extentOf(geojson: Buffer | undefined): number[] {
  const { features } = JSON.parse(String(geojson)) as {
    features: { geometry: { coordinates: [number, number] } }[];
  };
  const edges = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ];
  for (const { geometry } of features) {
    const [x, y] = geometry.coordinates;
    edges.splice(
      0,
      4,
      Math.min(edges[0] ?? x, x),
      Math.min(edges[1] ?? y, y),
      Math.max(edges[2] ?? x, x),
      Math.max(edges[3] ?? y, y),
    );
  }
  return edges;
}
