import { cornerOf, dayOf, fieldIdOf, type LakeFile, type LakeSize } from './write-lake.ts';

/** A question in the service's SQL, and in DuckDB's on the same files. */
export interface TypicalQuery {
  name: string;
  /** A query in BigQuery's SQL. */
  asked: string;
  /** Fields named in the query, whose locations the service looks up. */
  fields?: number[];
  /** A query in DuckDB's SQL over `points`, a view of the same files. */
  byHand: string;
}

/** A part of a field: west, south, east, north. */
export function signatureBox(size: LakeSize, field: number): [number, number, number, number] {
  const [west, south] = cornerOf(field, size);
  return [west, south, west + 0.005, south + 0.005];
}

/** The signature of the interface: a field, a polygon in it, a sum by crop. */
export function signatureQuery(size: LakeSize, field: number): TypicalQuery {
  const [west, south, right, upper] = signatureBox(size, field);
  const id = fieldIdOf(field);
  const ring = `${west} ${south}, ${right} ${south}, ${right} ${upper}, ${west} ${upper}, ${west} ${south}`;
  return {
    name: 'a field and a polygon, by crop',
    fields: [field],
    asked: `SELECT crop, AVG(wetMassPerArea) AS y, COUNT(*) AS n FROM points
      WHERE '${id}' IN UNNEST(fieldIds) AND ST_INTERSECTS(geometry, ST_GEOGFROMTEXT('POLYGON((${ring}))')) GROUP BY crop`,
    byHand: `select crop, avg(wetMassPerArea) as y, count(*) as n from points where list_contains(fieldIds, '${id}')
      and lon between ${west} and ${right} and lat between ${south} and ${upper} group by crop`,
  };
}

/** Values that the queries ask for, in a lake of this size. */
export function askedFor(size: LakeSize, files: readonly LakeFile[]) {
  const harvested = files.filter(({ operationType }) => operationType === 'harvested');
  const { fileId = '', svcUserId = '' } = harvested[Math.floor(harvested.length / 2)] ?? {};
  const middle = Math.floor(size.fields / 2);
  // Two thirds of the files are of this day or of later ones.
  const since = dayOf(Math.ceil(size.files / 3));
  return { fileId, svcUserId, middle, field: fieldIdOf(middle), since, around: cornerOf(0, size), metres: 2000 };
}

/** Ten questions, from one number of all points to the rows of one file. */
export function typicalQueries(size: LakeSize, files: readonly LakeFile[]): TypicalQuery[] {
  const { fileId, svcUserId, middle, field, since, around, metres } = askedFor(size, files);
  const [longitude, latitude] = around;
  return [
    {
      name: 'points of each kind of work',
      asked: 'SELECT operationType, COUNT(*) AS n FROM points GROUP BY operationType ORDER BY operationType',
      byHand: 'select operationType, count(*) as n from points group by operationType order by operationType',
    },
    {
      name: 'points by year, month and work',
      asked: `SELECT EXTRACT(YEAR FROM timestamp) AS y, EXTRACT(MONTH FROM timestamp) AS m, operationType, COUNT(*) AS n,
        SUM(area) AS area FROM points GROUP BY y, m, operationType ORDER BY y, m, operationType`,
      byHand: `select year("timestamp") as y, month("timestamp") as m, operationType, count(*) as n, sum(area) as area
        from points group by all order by y, m, operationType`,
    },
    {
      name: 'the yield of a field',
      fields: [middle],
      asked: `SELECT crop, AVG(wetMassPerArea) AS y, STDDEV(wetMassPerArea) AS s FROM points
        WHERE '${field}' IN UNNEST(fieldIds) GROUP BY crop`,
      byHand: `select crop, avg(wetMassPerArea) as y, stddev_samp(wetMassPerArea) as s from points
        where list_contains(fieldIds, '${field}') group by crop`,
    },
    signatureQuery(size, middle + 1),
    {
      name: 'the ten best fields',
      asked: `SELECT field, AVG(wetMassPerArea) AS y FROM points, UNNEST(fieldIds) AS field
        WHERE operationType = 'harvested' GROUP BY field ORDER BY y DESC LIMIT 10`,
      byHand: `select field, avg(wetMassPerArea) as y from (select unnest(fieldIds) as field, wetMassPerArea from points
        where operationType = 'harvested') group by field order by y desc limit 10`,
    },
    {
      name: 'a map of a user’s yield in cells',
      asked: `SELECT ROUND(ST_X(geometry), 4) AS x, ROUND(ST_Y(geometry), 4) AS y, AVG(wetMassPerArea) AS v FROM points
        WHERE svcUserId = '${svcUserId}' AND operationType = 'harvested' GROUP BY x, y ORDER BY x, y LIMIT 5000`,
      byHand: `select round(lon, 4) as x, round(lat, 4) as y, avg(wetMassPerArea) as v from points
        where svcUserId = '${svcUserId}' and operationType = 'harvested' group by x, y order by x, y limit 5000`,
    },
    {
      name: 'rows of one file',
      asked: `SELECT timestamp, ST_X(geometry) AS lon, ST_Y(geometry) AS lat, crop, wetMassPerArea, harvestMoisture, speed
        FROM \`pointlake_file_${fileId}\` ORDER BY timestamp LIMIT 10000`,
      byHand: `select strftime("timestamp", '%Y-%m-%dT%H:%M:%S.%gZ') as "timestamp", lon, lat, crop, wetMassPerArea, harvestMoisture, speed
        from points where fileId = '${fileId}' order by points."timestamp" limit 10000`,
    },
    {
      name: 'hectares and tonnes by day',
      asked: `SELECT DATE(timestamp) AS day, SUM(area) / 10000 AS ha, SUM(wetMass) / 1000 AS t FROM points
        WHERE operationType = 'harvested' AND timestamp >= TIMESTAMP '${since}' GROUP BY day ORDER BY day`,
      byHand: `select "timestamp"::date as day, sum(area) / 10000 as ha, sum(wetMass) / 1000 as t from points
        where operationType = 'harvested' and "timestamp" >= timestamp '${since}' group by day order by day`,
    },
    {
      name: 'the three wettest points of each file',
      asked: `SELECT fileId, harvestMoisture FROM points WHERE operationType = 'harvested'
        QUALIFY ROW_NUMBER() OVER (PARTITION BY fileId ORDER BY harvestMoisture DESC) <= 3 ORDER BY 1, 2`,
      byHand: `select fileId, harvestMoisture from points where operationType = 'harvested'
        qualify row_number() over (partition by fileId order by harvestMoisture desc) <= 3 order by 1, 2`,
    },
    {
      name: 'points around a place',
      asked: `SELECT COUNT(*) AS n, AVG(elevation) AS e FROM points
        WHERE ST_DWITHIN(geometry, ST_GEOGPOINT(${longitude}, ${latitude}), ${metres})`,
      byHand: `select count(*) as n, avg(elevation) as e from (select elevation, lon, lat, radians(${latitude}) as rad from points
        where lat between ${latitude} - 0.018 and ${latitude} + 0.018 and lon between ${longitude} - 0.0241 and ${longitude} + 0.0241)
        where 12742020 * asin(sqrt(pow(sin((radians(lat) - rad) / 2), 2) + cos(rad) * cos(radians(lat)) * pow(sin(radians(lon - ${longitude}) / 2), 2))) <= ${metres}`,
    },
  ];
}

/**
 * An oval with the given number of edges that winds in and out, from the corner of the first field on, as well-known text.
 *
 * @param degrees from its middle to its sides: of longitude, of latitude.
 */
export function oval(size: LakeSize, edges: number, degrees: readonly [number, number]): string {
  const corner = cornerOf(0, size);
  const ring = Array.from({ length: edges + 1 }, (_, index) => {
    const angle = (2 * Math.PI * (index % edges)) / edges;
    const length = 1 + 0.2 * Math.sin(9 * angle);
    const position = [Math.cos(angle), Math.sin(angle)] as const;
    return position.map((share, axis) =>
      ((corner[axis] ?? 0) + (degrees[axis] ?? 0) * (1 + length * share)).toFixed(7),
    );
  });
  return `POLYGON((${ring.map((each) => each.join(' ')).join(', ')}))`;
}

/** A query for the number of points in a polygon, and their height. */
export const polygonQuery = (polygon: string): string =>
  `SELECT COUNT(*) AS n, AVG(elevation) AS e FROM points WHERE ST_INTERSECTS(geometry, ST_GEOGFROMTEXT('${polygon}'))`;
