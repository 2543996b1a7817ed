import type { NewId } from '../../../../domain/clock.ts';
import type { MessageQueue } from '../../../../domain/events/message-queue.ts';
import type { Downloads } from '../../../../domain/files/downloads.ts';
import type { StreamingObjectStore } from '../../../../domain/files/object-store.ts';
import type { OwnerSlots } from '../../../../domain/leases/owner-slots.ts';
import type { MachineFileDirectory } from '../../../../domain/machine-files/machine-file-store.ts';
import type { QueryEngine, TableTimes } from '../../../../domain/query/query-engine.ts';
import type { QueryStore } from '../../../../domain/query/query-store.ts';
import type { UserDirectory } from '../../../../domain/users/user-store.ts';
import type { HexGrid } from '../../../../domain/yield-zones/hex-grid.ts';
import type { HttpServices } from '../../../http/serve.ts';
import type { QueryMessage } from '../../../jobs/run-queries/messages.ts';

export interface QueryServices extends HttpServices {
  engine: QueryEngine;
  tableTimes: TableTimes;
  slots: OwnerSlots;
  queries: QueryStore;
  /** Where asynchronous queries wait. */
  queue: MessageQueue<QueryMessage>;
  files: Pick<StreamingObjectStore, 'putStream'>;
  downloads: Downloads;
  newId: NewId;
  users: UserDirectory;
  machineFiles: MachineFileDirectory;
  hexGrid: () => Promise<HexGrid>;
}
