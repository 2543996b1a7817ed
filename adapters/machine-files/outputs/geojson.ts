import type { WorkDatabase } from '../work-database.ts';

/**
 * Streams a FeatureCollection of points. The text of each feature is made by the row engine; here they only get their frame.
 *
 * @param from a query with `lon`, `lat` and `properties`, a JSON object, in the order of the features.
 */
export async function* geojson(from: string, work: WorkDatabase): AsyncGenerator<Uint8Array> {
  yield Buffer.from('{"type":"FeatureCollection","features":[\n');
  let isFirst = true;
  for await (const features of work.texts(featuresSql(from))) {
    yield Buffer.from(`${isFirst ? '' : ',\n'}${features.join(',\n')}`);
    isFirst = false;
  }
  yield Buffer.from('\n]}\n');
}

function featuresSql(from: string): string {
  const point = `'{"type":"Feature","geometry":' || case when lon is null or lat is null then 'null'
    else '{"type":"Point","coordinates":[' || round(lon, 9) || ',' || round(lat, 9) || ']}' end`;
  return `select ${point} || ',"properties":' || properties || '}' as feature from (${from})`;
}
