import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { limits } from '../../../domain/limits.ts';
import type { ImageSink } from '../../../domain/machine-files/machine-file-engine.ts';
import {
  degreesPerStep,
  layerKindOf,
  PointLayerColumns,
  type PointLayerHeader,
  pointLayerType,
  valueStep,
} from '../../../domain/machine-files/points/point-layer.ts';
import { type PointPropertyName, pointProperties } from '../../../domain/machine-files/points/point-properties.ts';
import { factorOf } from '../../../domain/machine-files/points/units.ts';
import { identifier, text } from '../../duckdb/sql-text.ts';
import { divisionOfProperty } from '../images/value-classes.ts';
import { isCounted } from '../standardise/counted-points.ts';
import type { PointUnits } from '../standardise/standard-points.ts';
import type { WorkDatabase } from '../work-database.ts';

const compressed = promisify(gzip);

/** Steps of values are whole numbers that a double keeps exactly. */
const maxSteps = 1e15;
/** Percentiles between which most values lie. */
const usualShares = [0.02, 0.98] as const;

/**
 * Writes a layer of each property of `presented`, in the order of its rows: of all points with a position and a value, and for each why it is
 * hidden. Of more points than a layer may have, every second, third and so on.
 */
export async function pointLayers(
  properties: readonly PointPropertyName[],
  units: PointUnits,
  sink: ImageSink,
  work: WorkDatabase,
): Promise<void> {
  const ground = await groundOf(units, work);
  for (const property of properties) {
    const content = await layerOf(property, units, ground, work);
    await sink.image(`${property}.layer`, await compressed(content, { level: 9 }), pointLayerType);
  }
}

async function groundOf(units: PointUnits, work: WorkDatabase): Promise<PointLayerHeader['ground']> {
  const median = (name: 'equipmentWidth' | 'distance') =>
    units[name]
      ? `round(coalesce(median(${name}) filter (where ${name} > 0), 0) * ${factorOf(units[name])}, 2)`
      : '0::double';
  const [ground] = await work.rows<PointLayerHeader['ground']>(
    `select ${median('equipmentWidth')} as wide, ${median('distance')} as long from presented where ${isCounted}`,
  );
  return { wide: Number(ground?.wide ?? 0), long: Number(ground?.long ?? 0) };
}

interface Measured {
  rows: string;
  points: string;
  low: number | null;
  high: number | null;
}

async function layerOf(
  property: PointPropertyName,
  units: PointUnits,
  ground: PointLayerHeader['ground'],
  work: WorkDatabase,
): Promise<Uint8Array> {
  const categories =
    layerKindOf(pointProperties[property]) === 'categories' ? await textsOf(property, work) : undefined;
  const column = identifier(property);
  const placed = 'presented where lon is not null and lat is not null';
  const value = categories ? `list_position([${categories.map(text).join(', ')}]::varchar[], ${column}) - 1` : column;
  const [measured] = await work.rows<Measured>(`select count(*) as rows, count(value) as points,
      quantile_cont(value, ${usualShares[0]}) filter (where ${isCounted}) as low,
      quantile_cont(value, ${usualShares[1]}) filter (where ${isCounted}) as high
    from (select dropped, leftOut, (${value})::double as value from ${placed})`);
  const points = Number(measured?.points ?? 0);
  const every = Math.ceil(points / limits.layerPoints);
  const valuePerStep = categories ? 1 : valueStep(Number(measured?.low ?? 0), Number(measured?.high ?? 0));
  const states = await statesOf(`(${value}) is not null and lon is not null and lat is not null`, work);
  const steps = (of: string, size: number) => `round(${of} / ${size})`;
  const bounded = `greatest(least(${steps('value', valuePerStep)}, ${maxSteps}), -${maxSteps})`;
  const state = `list_position([${states.map(({ name }) => text(name)).join(', ')}]::varchar[], state) - 1`;
  const numbers = [steps('lon', degreesPerStep), steps('lat', degreesPerStep), bounded, state];
  const columns = new PointLayerColumns();
  const edges = { xmin: Number.MAX_VALUE, ymin: Number.MAX_VALUE, xmax: -Number.MAX_VALUE, ymax: -Number.MAX_VALUE };
  const lines =
    work.bytes(`select encode(concat_ws(',', ${numbers.map((one) => `(${one})::bigint`).join(', ')}) || '\n') as line
    from (select lon, lat, (${value})::double as value, coalesce(dropped, leftOut, 'shown') as state,
      row_number() over (order by "row") as nth from ${placed} and (${value}) is not null)
    where nth % ${Math.max(1, every)} = 0 or ${every} <= 1 order by nth`);
  for await (const line of createInterface({ input: Readable.from(lines) })) {
    const point = line.split(',').map(Number);
    const [x = 0, y = 0] = point;
    edges.xmin = Math.min(edges.xmin, x);
    edges.ymin = Math.min(edges.ymin, y);
    edges.xmax = Math.max(edges.xmax, x);
    edges.ymax = Math.max(edges.ymax, y);
    columns.add(point);
  }
  const degrees = (steps: number) => Number((steps * degreesPerStep).toFixed(6));
  const [xmin, ymin] = [degrees(edges.xmin), degrees(edges.ymin)];
  const [xmax, ymax] = [degrees(edges.xmax), degrees(edges.ymax)];
  return columns.finish({
    property,
    ...(categories
      ? { categories }
      : { unit: units[property] ?? '', division: await divisionOfProperty(property, units, work) }),
    points,
    withoutValue: Number(measured?.rows ?? 0) - points,
    ...{ states, degreesPerStep, valuePerStep, ground },
    ...(columns.count > 0 && { extent: { xmin, ymin, xmax, ymax } }),
  });
}

/** The texts of a property, the most frequent first. */
async function textsOf(property: PointPropertyName, work: WorkDatabase): Promise<string[]> {
  const column = identifier(property);
  const rows = await work.rows<{ value: string }>(
    `select ${column} as value from presented where ${column} is not null group by 1 order by count(*) desc, 1 limit ${limits.layerCategories}`,
  );
  return rows.map(({ value }) => value);
}

/** The states of points, those of normal work first, with their numbers. */
async function statesOf(condition: string, work: WorkDatabase): Promise<PointLayerHeader['states']> {
  const rows = await work.rows<{ state: string; points: string }>(
    `select coalesce(dropped, leftOut) as state, count(*) as points from presented where ${condition} and not (${isCounted}) group by 1 order by 1`,
  );
  const [shown] = await work.rows<{ points: string }>(
    `select count(*) as points from presented where ${condition} and ${isCounted}`,
  );
  return [
    { name: 'shown', points: Number(shown?.points ?? 0) },
    ...rows.map(({ state, points }) => ({ name: state, points: Number(points) })),
  ];
}
