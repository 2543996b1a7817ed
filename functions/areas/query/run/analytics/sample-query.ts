/** Columns of `points` that maps show. */
const columns = `geometry, timestamp, operationType, crop, variety, recordingStatus, speed, elevation, area, equipmentWidth, appliedRate,
  appliedRateTarget, tankMix, seedRate, seedRateTarget, harvestMoisture, yieldVolume`;

/**
 * A number that a point keeps: of its place in ten-millionths of a degree and its time, mixed by primes small enough for INT64. It is squared
 * so that points in even rows do not fall into step.
 */
const mixed = `MOD(ABS(CAST(longitude * 1e7 AS INT64) * 73856093 + CAST(latitude * 1e7 AS INT64) * 19349663
  + COALESCE(UNIX_MILLIS(timestamp), 0) * 10007), 2147483647)`;
const lots = 2_147_483_629;
const lot = `MOD(mixed * mixed, ${lots})`;

/**
 * The points whose lot is small enough: the same each time, whatever other points there are. They come by their lots, so that the first of
 * them are an even sample too.
 */
export const sampleText = (ground: string, percent: number, limit: number): string =>
  `SELECT ${columns} FROM (SELECT *, ${mixed} AS mixed FROM points WHERE ${ground})
    WHERE ${lot} < ${Math.round((lots * percent) / 100)} ORDER BY ${lot}, timestamp, longitude, latitude LIMIT ${limit}`;
