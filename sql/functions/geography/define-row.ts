import { type Expand, type FunctionRow, groupOf, signature } from '../row.ts';
import { runtime } from './define.ts';
import { withoutCuts } from './without-cuts.ts';

export const geographyRow = groupOf('Geography', 'scalar');

const rows =
  (made: (key: string, trino: string) => Expand) =>
  (
    name: string,
    key: string,
    summary: string,
    sql: string,
    value: unknown,
    types: string,
    trino: string,
  ): FunctionRow =>
    geographyRow(name, summary, sql, value, signature(types, made(key, trino)));

/** A function of the runtime with one signature. */
export const geo = rows(runtime);

/** A function of the written vertices, without those that cutting the edges of constants for a map adds. */
export const ofVertices = rows((key, trino) => withoutCuts(runtime(key, trino)));

/** Converts a geometry to the type with which Trino measures lengths and areas. */
export const sphere = (value: string): string => `to_spherical_geography(${value})`;

/** Geographies of examples. */
export const square = "ST_GEOGFROMTEXT('POLYGON((0 0, 1 0, 1 1, 0 1, 0 0))')";
export const road = "ST_GEOGFROMTEXT('LINESTRING(0 0, 0 1, 1 1)')";
export const centre = 'ST_GEOGPOINT(0.5, 0.5)';
