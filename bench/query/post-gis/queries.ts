import { askedFor, oval, polygonQuery, signatureBox, type TypicalQuery, typicalQueries } from '../typical-queries.ts';
import { fieldIdOf, type LakeFile, type LakeSize } from '../write-lake.ts';

/** A typical query, with its form in PostGIS. */
export interface ComparedQuery extends Omit<TypicalQuery, 'byHand'> {
  inPostGis: string;
  /** A query for the number of points that PostGIS reads. */
  reads: string;
}

/** The typical queries, and a polygon of 200 edges. */
export function comparedQueries(size: LakeSize, files: readonly LakeFile[]): ComparedQuery[] {
  const polygon = oval(size, 200, [0.02, 0.02]);
  const queries = [...typicalQueries(size, files), { name: 'a polygon of 200 edges', asked: polygonQuery(polygon) }];
  const theirs = inPostGis(size, files, polygon);
  return queries.map((query, index) => {
    const { sql = '', where = '', max } = theirs[index] ?? {};
    const limit = max === undefined ? '' : ` limit ${max}`;
    return { ...query, inPostGis: sql, reads: `select count(*) from (select from points where ${where}${limit}) as p` };
  });
}

interface Theirs {
  /** The points that it reads, as a predicate. */
  where: string;
  /** The number of points that it reads where an index has them in the order that is asked for. */
  max?: number;
  sql: string;
}

/** The forms in PostGIS, in the order of the typical queries. Shapes are compared on the plane, which costs PostGIS least. */
function inPostGis(size: LakeSize, files: readonly LakeFile[], polygon: string): Theirs[] {
  const { fileId, svcUserId, middle, field, since, around, metres } = askedFor(size, files);
  const of = (where: string, sql: (from: string) => string): Theirs => ({
    where,
    sql: sql(`from points where ${where}`),
  });
  const utc = `"timestamp" at time zone 'UTC'`;
  const harvested = `"operationType" = 'harvested'`;
  const inField = (id: string) => `"fieldIds" @> array['${id}'::uuid]`;
  const shape = (wkt: string) => `st_geomfromtext('${wkt}', 4326)`;
  const envelope = `st_makeenvelope(${signatureBox(size, middle + 1).join(', ')}, 4326)`;
  const position = `${shape(`POINT(${around.join(' ')})`)}::geography`;
  const [x, y] = ['x', 'y'].map((axis) => `round(st_${axis}(geometry)::numeric, 4) as ${axis}`);
  return [
    of('true', (from) => `select "operationType", count(*) as n ${from} group by 1 order by 1`),
    of(
      'true',
      (from) => `select extract(year from ${utc}) as y, extract(month from ${utc}) as m, "operationType", count(*) as n,
        sum(area) as area ${from} group by 1, 2, 3 order by 1, 2, 3`,
    ),
    of(
      inField(field),
      (from) => `select crop, avg("wetMassPerArea") as y, stddev("wetMassPerArea") as s ${from} group by crop`,
    ),
    of(
      `${inField(fieldIdOf(middle + 1))} and st_intersects(geometry, ${envelope})`,
      (from) => `select crop, avg("wetMassPerArea") as y, count(*) as n ${from} group by crop`,
    ),
    {
      where: harvested,
      sql: `select field, avg("wetMassPerArea") as y from points, unnest("fieldIds") as field where ${harvested}
        group by field order by y desc limit 10`,
    },
    of(
      `"svcUserId" = '${svcUserId}' and ${harvested}`,
      (from) => `select ${x}, ${y}, avg("wetMassPerArea") as v ${from} group by 1, 2 order by 1, 2 limit 5000`,
    ),
    {
      max: 10_000,
      ...of(
        `"fileId" = '${fileId}'`,
        (from) => `select "timestamp", st_x(geometry) as lon, st_y(geometry) as lat, crop, "wetMassPerArea",
          "harvestMoisture", speed ${from} order by "timestamp" limit 10000`,
      ),
    },
    of(
      `${harvested} and "timestamp" >= timestamptz '${since} 00:00:00+00'`,
      (from) => `select (${utc})::date as day, sum(area) / 10000 as ha, sum("wetMass") / 1000 as t ${from}
        group by 1 order by 1`,
    ),
    {
      where: harvested,
      sql: `select "fileId", "harvestMoisture" from (select "fileId", "harvestMoisture",
          row_number() over (partition by "fileId" order by "harvestMoisture" desc) as place
          from points where ${harvested}) as p
        where place <= 3 order by 1, 2`,
    },
    of(
      `st_dwithin(geometry::geography, ${position}, ${metres})`,
      (from) => `select count(*) as n, avg(elevation) as e ${from}`,
    ),
    of(`st_intersects(geometry, ${shape(polygon)})`, (from) => `select count(*) as n, avg(elevation) as e ${from}`),
  ];
}
