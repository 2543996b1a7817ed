import type { NewId } from '../../domain/clock.ts';
import type { MessageQueue } from '../../domain/events/message-queue.ts';
import type { Downloads } from '../../domain/files/downloads.ts';
import type { StreamingObjectStore } from '../../domain/files/object-store.ts';
import type { QueryEngine } from '../../domain/query/query-engine.ts';
import type { QueryPlaces } from '../../domain/query/query-places.ts';
import type { QueryStore } from '../../domain/query/query-store.ts';
import type { HttpServices } from '../http/serve.ts';

export interface QueryServices extends HttpServices {
  engine: QueryEngine;
  places: QueryPlaces;
  queries: QueryStore;
  /** Where queries wait that run behind their answers. */
  queue: MessageQueue;
  files: Pick<StreamingObjectStore, 'putStream'>;
  downloads: Downloads;
  newId: NewId;
}
