import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lakeDirectory } from '../../adapters/aws/dynamodb/machine-files/lake-directory.ts';
import { table } from '../../adapters/aws/dynamodb/table.ts';
import { downloads } from '../../adapters/aws/s3/downloads.ts';
import { objectStore } from '../../adapters/aws/s3/object-store.ts';
import { streamingObjectStore } from '../../adapters/aws/s3/streaming-object-store.ts';
import { packagedGeos } from '../../adapters/geos/packaged-geos.ts';
import { duckDbQueryEngine } from '../../adapters/query/duckdb/duckdb-query-engine.ts';
import { lakeCache } from '../../adapters/query/duckdb/lake-cache.ts';
import { newId } from '../../adapters/system.ts';
import { shapeOverlay } from '../../domain/query/geography/overlay.ts';
import { environment } from '../http/environment.ts';
import { serve } from '../http/serve.ts';
import { httpServices } from '../http/services.ts';
import { queryApi } from './api.ts';
import { exportQuery } from './export-query.ts';
import { listTables } from './list-tables.ts';
import { runQuery, runQueryInAddress } from './run-query.ts';
import type { QueryServices } from './services.ts';

const { OPERATIONS_TABLE, LAKE_BUCKET, FILES_BUCKET } = environment('OPERATIONS_TABLE', 'LAKE_BUCKET', 'FILES_BUCKET');
const lake = objectStore(LAKE_BUCKET);
const geos = packagedGeos();

const http = httpServices();

const services: QueryServices = {
  ...http,
  files: streamingObjectStore(FILES_BUCKET),
  downloads: downloads(FILES_BUCKET, http.clock),
  newId,
  engine: duckDbQueryEngine({
    directory: lakeDirectory(table(OPERATIONS_TABLE), lake),
    temporaryFolder: tmpdir(),
    overlay: async () => {
      const loaded = await geos();
      return shapeOverlay(() => loaded);
    },
    cache: lakeCache({ lake, folder: join(tmpdir(), 'furrow-lake'), clock: http.clock }),
  }),
};

export const handler = serve(queryApi, { runQuery, runQueryInAddress, exportQuery, listTables }, services);
