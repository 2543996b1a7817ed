import { setTimeout } from 'node:timers/promises';
import { queryApi } from '../functions/areas/query/run/api.ts';
import { beginUpload, type Uploader, uploadUntilProcessed } from './boundary-upload.ts';
import { form, httpClient } from './http-client.ts';
import { hundredFieldsZip } from './hundred-fields.ts';
import { makeOwners } from './owners.ts';
import { benchmark, type Row } from './row.ts';
import { type RunningFurrow, startFurrow } from './running-furrow.ts';
import { median } from './statistics.ts';
import { temporaryFolder } from './temporary-folder.ts';

const maxTimes = 2;

/** A query that runs into its time limit if there are many numbers. */
const heavy = (numbers: number) =>
  `SELECT COUNT(*) AS n FROM UNNEST(GENERATE_ARRAY(1, ${numbers})) AS a, UNNEST(GENERATE_ARRAY(1, ${numbers})) AS b WHERE MOD(a * b, 7) = 3`;

/** Latency of one owner beside another that asks for more than there is. The peer is the same query without the other owner. */
export const fairness = benchmark({
  name: 'fairness',
  takes: 'two minutes: queries and uploads of one owner beside those of a greedy one',
  sizes: {
    // More heavy queries than the function has instances; each multiplies this many numbers with as many, which ends at its time limit.
    full: { queries: 21, uploads: 5, heavyQueries: 14, numbers: 1_000_000, greedyUploads: 40, untilCrowded: 1_000 },
    tiny: { queries: 1, uploads: 1, heavyQueries: 2, numbers: 100, greedyUploads: 1, untilCrowded: 50 },
  },
  async *run({ queries, uploads, heavyQueries, numbers, greedyUploads, untilCrowded }) {
    const temporary = temporaryFolder();
    const client = httpClient();
    let furrow: RunningFurrow | undefined;
    try {
      furrow = await startFurrow(temporary.path);
      const { baseUrl } = furrow.endpoints;
      const owners = await makeOwners(furrow.endpoints, 2);
      const [greedy, stranger] = owners.map(({ token }) => ({ client, baseUrl, token })) as [Uploader, Uploader];
      yield await besideGreedy(`SELECT 1, beside ${heavyQueries} heavy queries`, queries, untilCrowded, {
        one: () => query(stranger, 'SELECT 1 AS n'),
        // Most are refused, and the others run into their time limit.
        crowd: () => Promise.allSettled(Array.from({ length: heavyQueries }, () => query(greedy, heavy(numbers)))),
      });
      const body = form('file', 'fields.zip', hundredFieldsZip());
      yield await besideGreedy(`100 fields, beside ${greedyUploads} such uploads`, uploads, untilCrowded, {
        one: () => uploadUntilProcessed(stranger, body),
        crowd: () => Promise.all(Array.from({ length: greedyUploads }, () => beginUpload(greedy, body))),
      });
    } finally {
      client.close();
      await furrow?.stop();
      temporary.remove();
    }
  },
});

async function besideGreedy(
  name: string,
  count: number,
  untilCrowded: number,
  { one, crowd }: { one(): Promise<unknown>; crowd(): Promise<unknown> },
): Promise<Row> {
  const times = async () => {
    const taken: number[] = [];
    for (let i = 0; i < count; i += 1) {
      const begun = performance.now();
      await one();
      taken.push(performance.now() - begun);
    }
    return median(taken);
  };
  await one();
  const alone = await times();
  const crowded = crowd();
  await setTimeout(untilCrowded);
  const measured = await times();
  await crowded;
  return {
    name,
    measured,
    unit: 'ms',
    comparedWith: { what: 'the same alone', value: alone },
    limit: { atMost: maxTimes },
  };
}

function query({ client, baseUrl, token }: Uploader, sql: string) {
  const body = { contentType: 'text/plain', length: Buffer.byteLength(sql), open: () => Buffer.from(sql) };
  return client.ask({ url: `${baseUrl}${queryApi.base}/query`, token, method: 'POST', body });
}
