import { queryStore } from '../../../../adapters/aws/dynamodb/queries/query-store.ts';
import { table } from '../../../../adapters/aws/dynamodb/table.ts';
import { downloads } from '../../../../adapters/aws/s3/downloads.ts';
import { objectStore, rangeReader } from '../../../../adapters/aws/s3/object-store.ts';
import { environment } from '../../../http/environment.ts';
import { serve } from '../../../http/serve.ts';
import { httpServices } from '../../../http/services.ts';
import { queriesApi } from './api.ts';
import { queryHandlers } from './handlers.ts';
import type { QueriesServices } from './services.ts';

const { QUERIES_TABLE, FILES_BUCKET } = environment('QUERIES_TABLE', 'FILES_BUCKET');
const http = httpServices();

const services: QueriesServices = {
  ...http,
  queries: queryStore(table(QUERIES_TABLE)),
  files: objectStore(FILES_BUCKET),
  parts: rangeReader(FILES_BUCKET),
  downloads: downloads(FILES_BUCKET, http.clock),
};

export const handler = serve(queriesApi, queryHandlers, services);
