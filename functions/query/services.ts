import type { NewId } from '../../domain/clock.ts';
import type { Downloads } from '../../domain/files/downloads.ts';
import type { StreamingObjectStore } from '../../domain/files/object-store.ts';
import type { QueryEngine } from '../../domain/query/query-engine.ts';
import type { HttpServices } from '../http/serve.ts';

export interface QueryServices extends HttpServices {
  engine: QueryEngine;
  files: Pick<StreamingObjectStore, 'putStream'>;
  downloads: Downloads;
  newId: NewId;
}
