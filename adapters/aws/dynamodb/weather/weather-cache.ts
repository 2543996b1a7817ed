import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Series } from '../../../../domain/weather/series.ts';
import type { WeatherCache } from '../../../../domain/weather/weather-source.ts';
import { getMany } from '../get-many.ts';
import type { Item, Table } from '../table.ts';

const noSeries: Series = { time: [], values: {} };
const [packed, unpacked] = [promisify(gzip), promisify(gunzip)];

/**
 * Weather in DynamoDB: an item of 2 to 20 kB for each piece, with days and hours compressed separately, so that a reader decompresses one of them. Pieces
 * of one series share a partition. Readers decide whether a piece is too old, because DynamoDB deletes expired items late.
 */
export function weatherCache(weather: Table): WeatherCache {
  const put = (Item: Item) => weather.client.send(new PutCommand({ TableName: weather.name, Item }));

  return {
    async read(series, names, resolution, consistent) {
      const keys = names.map((name) => ({ pk: series, sk: name }));
      const items = await getMany(weather, keys, { consistent });
      const pieces = items
        .filter((item) => item !== undefined)
        .map(async (item) => {
          const text = (await unpacked(item[resolution] as Uint8Array)).toString('utf8');
          const name = String(item.sk);
          const [fetchedAt, through] = [Number(item.fetchedAt), String(item.through)];
          const weather = { daily: noSeries, hourly: noSeries, [resolution]: JSON.parse(text) as Series };
          const elevation = item.elevation === undefined ? undefined : Number(item.elevation);
          return [name, { name, fetchedAt, through, weather, elevation }] as const;
        });
      return new Map(await Promise.all(pieces));
    },

    async write(series, { name, weather: { daily, hourly }, fetchedAt, through, elevation }, keepUntil) {
      await put({
        ...{ pk: series, sk: name, fetchedAt, through, elevation },
        daily: await packed(JSON.stringify(daily)),
        hourly: await packed(JSON.stringify(hourly)),
        expiresAt: keepUntil === undefined ? undefined : Math.ceil(keepUntil / 1000),
      });
    },

    async pauses(subjects) {
      const items = await getMany(weather, subjects.map(pauseKey), { consistent: true });
      return items
        .filter((item) => item !== undefined)
        .map(({ until, notCovered }) => ({ until: Number(until), reason: notCovered ? 'notCovered' : 'failed' }));
    },

    async pause(subject, { until, reason }) {
      const notCovered = reason === 'notCovered' || undefined;
      await put({ ...pauseKey(subject), until, notCovered, expiresAt: Math.ceil(until / 1000) });
    },

    async countFailure(subject, now, withinMilliseconds) {
      const span = Math.floor(now / withinMilliseconds);
      const { Attributes } = await weather.client.send(
        new UpdateCommand({
          TableName: weather.name,
          Key: { pk: `failures#${subject}`, sk: String(span) },
          UpdateExpression: 'ADD failures :one SET expiresAt = :end',
          ExpressionAttributeValues: { ':one': 1, ':end': Math.ceil(((span + 2) * withinMilliseconds) / 1000) },
          ReturnValues: 'UPDATED_NEW',
        }),
      );
      return Number(Attributes?.failures ?? 0);
    },
  };
}

const pauseKey = (subject: string) => ({ pk: `pause#${subject}`, sk: 'pause' });
