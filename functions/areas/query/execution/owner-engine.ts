import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { athenaQueryEngine } from '../../../../adapters/aws/athena/athena-query-engine.ts';
import { ownerClients } from '../../../../adapters/aws/athena/owner-clients.ts';
import { fieldBoxes } from '../../../../adapters/aws/dynamodb/lake/field-boxes.ts';
import { lakeDirectory } from '../../../../adapters/aws/dynamodb/lake/lake-directory.ts';
import { lakePointers } from '../../../../adapters/aws/dynamodb/lake/lake-pointers.ts';
import { table } from '../../../../adapters/aws/dynamodb/table.ts';
import { objectStore } from '../../../../adapters/aws/s3/object-store.ts';
import { packagedGeos } from '../../../../adapters/geos/packaged-geos.ts';
import { duckDbQueryEngine } from '../../../../adapters/query/duckdb/duckdb-query-engine.ts';
import { lakeCache } from '../../../../adapters/query/duckdb/lake-cache.ts';
import { ownerProcesses } from '../../../../adapters/query/duckdb/process/owner-processes.ts';
import { newId } from '../../../../adapters/system.ts';
import type { Clock } from '../../../../domain/clock.ts';
import type { QueryEngine } from '../../../../domain/query/query-engine.ts';
import { shapeOverlay } from '../../../../sql/geography/overlay/overlay.ts';
import { environment, environmentNumber, optionalEnvironment } from '../../../http/environment.ts';

interface Names {
  OPERATIONS_TABLE: string;
  LAKE_BUCKET: string;
  FILES_BUCKET: string;
}

/** The engine of all functions that run queries, as the environment chooses it. Called once per cold start. */
export function ownerEngine(names: Names, clock: Clock): QueryEngine {
  return { ...chosenEngine(names, clock), fieldBoxes: fieldBoxes(table(names.OPERATIONS_TABLE)) };
}

function chosenEngine(names: Names, clock: Clock): QueryEngine {
  const geos = packagedGeos();
  const overlay = async () => {
    const loaded = await geos();
    return shapeOverlay(() => loaded);
  };
  const operations = table(names.OPERATIONS_TABLE);
  const common = { overlay, temporaryFolder: tmpdir() };
  const { QUERY_ENGINE } = environment('QUERY_ENGINE');
  if (QUERY_ENGINE === 'duckdb') {
    const lake = objectStore(names.LAKE_BUCKET);
    return duckDbQueryEngine({
      temporaryFolder: tmpdir(),
      // A program beside the code of the function.
      processes: ownerProcesses({
        path: fileURLToPath(new URL('./query-process.mjs', import.meta.url)),
        // On a laptop, whose processors all owners share.
        yieldsAfterMilliseconds: environmentNumber('LONG_QUERIES_YIELD_AFTER', Number.POSITIVE_INFINITY),
      }),
      directory: lakeDirectory(operations, lake),
      cache: lakeCache({ lake, folder: join(tmpdir(), 'furrow-lake'), clock }),
    });
  }
  const athena = environment('QUERY_WORKGROUP', 'QUERY_DATABASE', 'QUERY_ROLE_ARN');
  const keyArn = optionalEnvironment('QUERY_RESULTS_KEY');
  const buckets = { lakeBucket: names.LAKE_BUCKET, resultsBucket: names.FILES_BUCKET, keyArn };
  return athenaQueryEngine({
    ...common,
    newId,
    pointers: lakePointers(operations),
    clients: ownerClients({ ...buckets, roleArn: athena.QUERY_ROLE_ARN, clock }),
    workGroup: athena.QUERY_WORKGROUP,
    database: athena.QUERY_DATABASE,
    results: objectStore(names.FILES_BUCKET),
    resultsBucket: names.FILES_BUCKET,
    keyArn,
  });
}
