import { toWkt } from '../../sql/geography/wkt.ts';
import { areaHectares } from '../geometry/area.ts';
import { type MultiPolygon, multiPolygon, type PolygonRings } from '../geometry/multi-polygon.ts';
import type { MachineFile } from './machine-file.ts';
import type { Stat, Total } from './summary.ts';

/**
 * The summary of a file's points in one level, for clients of other services: they recognise a spray file by a member
 * with `appliedRate` in its name, and a harvest by one with `wetMass`. Other members are `avg_`, `min_` and `max_` of
 * each property. Undefined without a summary.
 */
export function flatSummary({ summary, pointCounts }: MachineFile) {
  if (!summary) return undefined;
  const { operationType, startTime, endTime, crop = [], totalArea, ...others } = summary.properties;
  const geometry = summary.geometry && outlineOf(summary.geometry);
  return {
    ...(geometry && { geometry }),
    operationType,
    ...(crop.length > 0 && { crop: crop.join(', ') }),
    ...(startTime && { start: startTime }),
    ...(endTime && { end: endTime }),
    ...(pointCounts && { count: pointCounts.kept }),
    ...averageArea(totalArea, pointCounts?.kept),
    ...Object.fromEntries(Object.entries(others).flatMap(([name, value]) => statistics(name, value))),
  };
}

function averageArea(total: Total | undefined, count = 0): { avg_area?: number } {
  return total && count > 0 ? { avg_area: Number((total.value / count).toPrecision(6)) } : {};
}

function statistics(name: string, value: unknown): [string, number][] {
  const { avg, min, max } = (value ?? {}) as Partial<Stat>;
  if (typeof avg !== 'number' || typeof min !== 'number' || typeof max !== 'number') return [];
  return [
    [`avg_${name}`, avg],
    [`min_${name}`, min],
    [`max_${name}`, max],
  ];
}

/** The largest outline as text, since maps of today's clients draw one ring. */
function outlineOf({ coordinates }: MultiPolygon): string | undefined {
  const areaOf = ([outer = []]: PolygonRings) => areaHectares(multiPolygon([[outer]]));
  const [largest] = coordinates.map((polygon) => ({ polygon, area: areaOf(polygon) })).sort((a, b) => b.area - a.area);
  const [outer] = largest?.polygon ?? [];
  return outer && toWkt({ type: 'Polygon', coordinates: [outer] });
}

/** The units of a file's product rates, from its summary. */
export function productUnitsOf(summary: MachineFile['summary']): string[] {
  return (summary?.properties.products ?? []).flatMap(({ rate }) => rate?.unit || []);
}
