import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Weather } from '../../../../domain/weather/series.ts';
import type { WeatherCache } from '../../../../domain/weather/weather-source.ts';
import { getMany } from '../get-many.ts';
import type { Item, Table } from '../table.ts';

const [packed, unpacked] = [promisify(gzip), promisify(gunzip)];

/**
 * Weather in DynamoDB: an item for each piece, its values packed, 10 to 40 kB. Pieces of one series share a partition. Whether a piece is too old
 * is judged by its reader: DynamoDB only collects what expired.
 */
export function weatherCache(weather: Table): WeatherCache {
  const put = (Item: Item) => weather.client.send(new PutCommand({ TableName: weather.name, Item }));

  return {
    async read(series, names) {
      const items = await getMany(
        weather,
        names.map((name) => ({ pk: series, sk: name })),
      );
      const pieces = items
        .filter((item) => item !== undefined)
        .map(async (item) => {
          const text = (await unpacked(item.values as Uint8Array)).toString('utf8');
          const name = String(item.sk);
          const [fetchedAt, through] = [Number(item.fetchedAt), String(item.through)];
          return [name, { name, fetchedAt, through, weather: JSON.parse(text) as Weather }] as const;
        });
      return new Map(await Promise.all(pieces));
    },

    async write(series, { name, weather: values, fetchedAt, through }, keepUntil) {
      await put({
        ...{ pk: series, sk: name, fetchedAt, through },
        values: await packed(JSON.stringify(values)),
        expiresAt: keepUntil === undefined ? undefined : Math.ceil(keepUntil / 1000),
      });
    },

    async pausedUntil(subjects) {
      const items = await getMany(weather, subjects.map(pauseKey), { consistent: true });
      return Math.max(0, ...items.map((item) => Number(item?.until ?? 0)));
    },

    async pause(subject, until) {
      await put({ ...pauseKey(subject), until, expiresAt: Math.ceil(until / 1000) });
    },
  };
}

const pauseKey = (subject: string) => ({ pk: `pause#${subject}`, sk: 'pause' });
