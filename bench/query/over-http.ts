import { createReadStream } from 'node:fs';
import { S3Client } from '@aws-sdk/client-s3';
import { streamingObjectStore } from '../../adapters/aws/s3/streaming-object-store.ts';
import { newId } from '../../adapters/system.ts';
import { lakeCompactedKey } from '../../domain/files/lake-keys.ts';
import { queryApi } from '../../functions/areas/query/run/api.ts';
import { httpClient } from '../http-client.ts';
import { makeOwners } from '../owners.ts';
import type { Row } from '../row.ts';
import { startFurrow } from '../running-furrow.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { inTurns } from './in-turns.ts';
import type { TypicalQuery } from './typical-queries.ts';

const maxTimes = 1.15;

/** One query through the gateway, the token check and the listing of the lake, before and after `others` owners store their points. */
export async function* overHttp(
  paths: readonly string[],
  { name, asked }: TypicalQuery,
  { rounds, others }: { rounds: number; others: number },
  byHand: () => Promise<unknown>,
): AsyncGenerator<Row> {
  const temporary = temporaryFolder();
  const client = httpClient();
  const furrow = await startFurrow(temporary.path);
  try {
    const { region, credentials, services, variables, baseUrl } = furrow.endpoints;
    const s3 = new S3Client({ region, credentials, endpoint: services.s3, forcePathStyle: true });
    const lake = streamingObjectStore(variables.LAKE_BUCKET ?? '', s3);
    const put = (ownerId: string, path: string) =>
      lake.putStream(lakeCompactedKey(ownerId, 0, newId()), createReadStream(path), 'application/vnd.apache.parquet');
    const [owner] = await makeOwners(furrow.endpoints, 1);
    if (!owner) throw new Error('no owner was made');
    for (const path of paths) await put(owner.id, path);
    const ask = () => {
      const open = () => Buffer.from(asked);
      const body = { contentType: 'text/plain', length: open().length, open };
      return client.ask({ method: 'POST', url: `${baseUrl}${queryApi.base}/query`, token: owner.token, body });
    };
    const [ours, theirs] = await inTurns(rounds, ask, byHand);
    yield row(`${name}, over HTTP`, ours, 'by hand', theirs);
    const small = Buffer.alloc(1_000);
    for (let number = 0; number < others; number++) {
      await lake.put(lakeCompactedKey(newId(), 0, newId()), small, 'application/vnd.apache.parquet');
    }
    const [after] = await inTurns(rounds, ask);
    yield row(`the same beside ${others} owners more`, after, 'before them', ours);
  } finally {
    client.close();
    await furrow.stop();
    temporary.remove();
  }
}

const row = (name: string, measured = Number.NaN, what: string, value = Number.NaN): Row => ({
  name,
  measured,
  unit: 'ms',
  comparedWith: { what, value },
  limit: { atMost: maxTimes },
});
