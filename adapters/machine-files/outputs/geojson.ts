import { text, type WorkDatabase } from '../work-database.ts';

/** Features that the engine joins into one text: about half a megabyte. */
const featuresAtOnce = 1024;

/**
 * Streams a FeatureCollection of points. The text of the features is made by the row engine; here it only gets its frame.
 *
 * @param from a query with `row`, `lon`, `lat` and `properties`, a JSON object.
 */
export async function* geojson(from: string, work: WorkDatabase): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode('{"type":"FeatureCollection","features":[\n');
  let first = true;
  for await (const features of work.texts(featuresSql(from))) {
    yield encoder.encode(first ? features : `,\n${features}`);
    first = false;
  }
  yield encoder.encode('\n]}\n');
}

function featuresSql(from: string): string {
  const point = `'{"type":"Feature","geometry":' || case when lon is null or lat is null then 'null'
    else '{"type":"Point","coordinates":[' || round(lon, 9) || ',' || round(lat, 9) || ']}' end`;
  return `select string_agg(feature, ${text(',\n')} order by "row") as features
    from (select "row", ${point} || ',"properties":' || properties || '}' as feature from (${from}))
    group by "row" // ${featuresAtOnce} order by "row" // ${featuresAtOnce}`;
}
