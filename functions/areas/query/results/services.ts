import type { Downloads } from '../../../../domain/files/downloads.ts';
import type { ObjectStore } from '../../../../domain/files/object-store.ts';
import type { RangeReader } from '../../../../domain/files/range-reader.ts';
import type { QueryStore } from '../../../../domain/query/query-store.ts';
import type { HttpServices } from '../../../http/serve.ts';

export interface QueriesServices extends HttpServices {
  queries: QueryStore;
  files: Pick<ObjectStore, 'has' | 'getText'>;
  parts: RangeReader;
  downloads: Downloads;
}
