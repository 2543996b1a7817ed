import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { objectStore } from '../../../adapters/aws/s3/object-store.ts';
import { identifier, text } from '../../../adapters/duckdb/sql-text.ts';
import { openWorkDatabase } from '../../../adapters/machine-files/work-database.ts';
import { runFurrow } from '../../../bin/commands/run-furrow.ts';
import { lakeFilePrefix, lakeGenerations } from '../../../domain/files/lake-keys.ts';
import { pointColumns } from '../../../domain/machine-files/points/point-columns.ts';
import { harvestCsv, zipOf } from '../../adapters/machine-files/harvest-text.ts';
import { bucket, cloud, control, idle, variable } from '../cloud.ts';
import { freshOwner, type TestOwner } from '../owner.ts';
import { runQuery } from '../query/query.ts';
import { freshUser } from '../users/user.ts';
import { downloaded, operationsService, processed } from './batch.ts';

const lake = objectStore(variable('LAKE_BUCKET'), bucket.client);

/** Values that earlier releases stored for 5 t/ha under IMPERIAL, on 20 square metres. */
const earlierValues: Record<string, number> = { wetMassPerArea: 4460.8956088, wetMass: 22.0462262, area: 0.0049421 };

/** Writes the objects of a file as earlier releases did: numbers in the units of the file, and a name without them. */
async function asBefore(owner: TestOwner, fileId: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'furrow-earlier-'));
  const work = await openWorkDatabase(folder, 0);
  const [now, before] = [join(folder, 'now.parquet'), join(folder, 'before.parquet')];
  const measured = pointColumns.filter((column) => column.measured.length > 0);
  const left = measured.flatMap((one) => one.measured.map(({ stored }) => identifier(stored)));
  const own = measured.map(({ name }) => `${earlierValues[name] ?? 'null'}::double as ${identifier(name)}`);
  for (const prefix of [lakeFilePrefix(owner.owner.id, fileId), `${lakeGenerations(owner.owner.id)}0/${fileId}`]) {
    for await (const key of lake.list(prefix)) {
      await lake.download(key, now);
      await work.run(
        `copy (select * exclude (${left.join(', ')}), ${own.join(', ')} from read_parquet(${text(now)})) to ${text(before)} (format parquet)`,
      );
      await lake.put(key.replace('.metric4', ''), await readFile(before), 'application/vnd.apache.parquet');
      await lake.remove([key]);
    }
  }
  work.close();
  await rm(folder, { recursive: true, force: true });
}

async function totals(owner: TestOwner, from = 'points'): Promise<unknown> {
  const { body } = await runQuery(
    owner,
    `SELECT COUNT(*) AS n, COUNT(wetMassPerArea) AS yields, ROUND(AVG(wetMassPerArea), 6) AS mean, ROUND(SUM(wetMass), 2) AS mass FROM ${from}`,
  );
  return body[0];
}

const again = async () => {
  expect(await runFurrow(['redrive', 'points', '--data-dir', cloud.dataDir], {})).toBe(0);
  await idle();
};

test('points of earlier releases are converted once, beside others that are converted already, even if messages come twice', async () => {
  const owner = await freshOwner();
  const { id: svcUserId } = await freshUser(owner);
  await owner.post(`/services/config/api/configs/${svcUserId}`, { unitMeasurement: 'IMPERIAL' });
  const harvests = Object.fromEntries([0, 1, 2].map((days) => [`${days}.csv`, harvestCsv({ days })]));
  const { files } = await processed(owner, svcUserId, 'harvests.zip', zipOf(harvests));
  const ids = files.map(({ id }) => id);
  await idle();
  const whole = { n: 300, yields: 300, mean: 5, mass: 3000 };
  expect(await totals(owner)).toEqual(whole);
  const [first = '', second = '', third = ''] = ids;
  await asBefore(owner, first);
  await asBefore(owner, second);

  // No number in pounds an acre is read as one in tonnes a hectare.
  const known = { n: 300, yields: 100, mean: 5, mass: 1000 };
  expect(await totals(owner)).toEqual(known);
  await control('POST', '/functions/query/variables', { QUERY_ENGINE: 'athena' });
  expect(await totals(owner)).toEqual(known);
  await control('POST', '/functions/query/variables', { QUERY_ENGINE: 'duckdb' });
  expect(await totals(owner, `pointlake_file_${first}`)).toMatchObject({ n: 100, yields: 0 });

  for (let times = 0; times < 2; times++) {
    await again();
    expect(await totals(owner)).toEqual(whole);
    expect(await totals(owner, `pointlake_file_${first}`)).toMatchObject({ yields: 100, mean: 4460.8956 });
  }

  // A lookup of points by their file converts them as it reads them.
  const merged = await owner.post<{ id: string }>(`${operationsService}/files/merge`, { ids: [first, third] });
  await idle();
  const { body: file } = await owner.get<{ downloadStandardGeojson: string; summary: unknown }>(
    `${operationsService}/files/${merged.body.id}`,
  );
  const { features } = (await (await downloaded(owner, file.downloadStandardGeojson)).json()) as {
    features: { properties: { wetMassPerArea: number } }[];
  };
  const yields = new Set(features.map(({ properties }) => Math.round(properties.wetMassPerArea * 100) / 100));
  expect([features.length, [...yields]]).toEqual([200, [4460.9]]);
});
