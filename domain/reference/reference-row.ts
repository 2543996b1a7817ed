import { toWkt } from '../../sql/geography/wkt.ts';
import { type MultiPolygon, multiPolygon, type PolygonRings } from '../geometry/multi-polygon.ts';
import type { LakeRow } from '../lake-tables/shard-store.ts';
import { storedGeometry } from '../lake-tables/stored-geometry.ts';
import { onSphere } from '../lake-tables/straight-edges.ts';
import { soilColumns } from './soil-columns.ts';

/** A feature of a file, in degrees of WGS 84. */
export interface ReferenceFeature {
  properties: Record<string, unknown>;
  geometry: { type: string; coordinates?: unknown } | null;
}

/** Properties of all features of a file that lack them. */
export type Said = Readonly<Record<string, string>>;

/** Converts a feature to a row; undefined for a feature that is not a row of the table. */
export type ReferenceRow = (feature: ReferenceFeature, said: Said) => LakeRow | undefined;

/** A polygon of the soil survey, in the survey's own form or with the attributes of its map unit. */
export const soilRow: ReferenceRow = ({ properties, geometry }, said) => {
  const given = reader(properties, said);
  const shape = shapeOf(geometry);
  const [mukey, areaSymbol] = [given('mukey'), given('areasymbol')];
  if (mukey === undefined || !shape) return undefined;
  const attributes = soilColumns.map(({ name }, index) => [name, given(name) ?? given(`muaggatt_col_${index}`)]);
  return {
    ...Object.fromEntries(attributes),
    mukey,
    areaSymbol,
    state: given('state') ?? areaSymbol?.slice(0, 2).toUpperCase(),
    county: given('county', 'countyname', 'areaname'),
    ...storedGeometry(shape),
    geometry_wkt: toWkt(shape),
  };
};

/** A county of the cartographic boundary files of the Census Bureau, or of a file with the columns of the table. */
export const countyRow: ReferenceRow = ({ properties, geometry }, said) => {
  const given = reader(properties, said);
  const shape = shapeOf(geometry);
  const county = given('geoid', 'county_fips') ?? joined(given('statefp'), given('countyfp'));
  const name = given('county_name', 'name');
  if (county === undefined || name === undefined || !shape) return undefined;
  const state = given('state_fips', 'statefp') ?? county.slice(0, 2);
  return {
    state_name: given('state_name', 'stusps') ?? stateOf(state),
    state_fips: state,
    county_fips: county,
    county_name: name,
    ...storedGeometry(shape),
  };
};

/** Reads the first of some properties that has a value, ignoring the case of names. */
function reader(properties: Record<string, unknown>, said: Said) {
  const values = new Map(
    Object.entries({ ...properties, ...said }).map(([name, value]) => [name.toLowerCase(), value] as const),
  );
  return (...names: string[]): string | undefined => {
    const value = names.map((name) => values.get(name)).find((one) => one !== undefined && one !== null && one !== '');
    return value === undefined ? undefined : String(value);
  };
}

const joined = (first: string | undefined, second: string | undefined) =>
  first !== undefined && second !== undefined ? first + second : undefined;

function shapeOf(geometry: ReferenceFeature['geometry']) {
  if (geometry?.type === 'Polygon') return onSphere(multiPolygon([geometry.coordinates as PolygonRings]));
  return geometry?.type === 'MultiPolygon' ? onSphere(geometry as MultiPolygon) : undefined;
}

/** Numeric and letter codes of the states and territories of the United States (FIPS 5-2, INCITS 38). */
const codes = `
  01 AL 02 AK 04 AZ 05 AR 06 CA 08 CO 09 CT 10 DE 11 DC 12 FL 13 GA 15 HI 16 ID 17 IL 18 IN 19 IA 20 KS 21 KY 22 LA 23 ME 24 MD 25 MA
  26 MI 27 MN 28 MS 29 MO 30 MT 31 NE 32 NV 33 NH 34 NJ 35 NM 36 NY 37 NC 38 ND 39 OH 40 OK 41 OR 42 PA 44 RI 45 SC 46 SD 47 TN 48 TX
  49 UT 50 VT 51 VA 53 WA 54 WV 55 WI 56 WY 60 AS 66 GU 69 MP 72 PR 78 VI`;

const letters = new Map(
  [...codes.matchAll(/(\d\d) ([A-Z]{2})/g)].map(([, digits = '', state = '']) => [digits, state]),
);

/** The two-letter code of a state by its numeric code. */
const stateOf = (digits: string): string | undefined => letters.get(digits);
