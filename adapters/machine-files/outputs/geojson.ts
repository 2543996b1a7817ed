import type { WorkDatabase } from '../work-database.ts';

/**
 * Streams a FeatureCollection of points. The row engine writes the text of each feature; this adds the collection
 * around them.
 *
 * @param from a query with `lon`, `lat` and `properties`, a JSON object, in the order of the features.
 * @example await sink.artefact('rawGeojson', geojson(rawPointsSql(raw), work));
 */
export async function* geojson(from: string, work: WorkDatabase): AsyncGenerator<Uint8Array> {
  yield Buffer.from('{"type":"FeatureCollection","features":[');
  let isFirst = true;
  for await (const features of work.bytes(featuresSql(from))) {
    yield isFirst ? features.subarray(1) : features;
    isFirst = false;
  }
  yield Buffer.from('\n]}\n');
}

/** Each feature after a comma and on a line of its own. */
function featuresSql(from: string): string {
  const point = `',\n{"type":"Feature","geometry":' || case when lon is null or lat is null then 'null'
    else '{"type":"Point","coordinates":' || to_json([round(lon, 9), round(lat, 9)])::varchar || '}' end`;
  return `select encode(${point} || ',"properties":' || properties || '}') as feature from (${from})`;
}
