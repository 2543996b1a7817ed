import type { Clock, NewId } from '../../../domain/clock.ts';
import type { MessageQueue } from '../../../domain/events/message-queue.ts';
import type { StreamingObjectStore } from '../../../domain/files/object-store.ts';
import type { OwnerSlots } from '../../../domain/leases/owner-slots.ts';
import type { MachineFileDirectory } from '../../../domain/machine-files/machine-file-store.ts';
import type { QueryEngine } from '../../../domain/query/query-engine.ts';
import type { RunningQueryStore } from '../../../domain/query/query-store.ts';
import type { CellGrid } from '../../../sql/geography/cell-grid.ts';
import type { QueryMessage } from './messages.ts';

export interface QueryRunServices {
  engine: QueryEngine;
  machineFiles: Pick<MachineFileDirectory, 'many'>;
  queries: RunningQueryStore;
  slots: OwnerSlots;
  /** Slots of all owners together, beside the one that is kept. */
  workersAtOnce: number;
  /** Where those wait again that found no slot. */
  queue: MessageQueue<QueryMessage>;
  files: Pick<StreamingObjectStore, 'put' | 'putStream' | 'remove'>;
  /** The cells of H3, loaded for queries that name them. */
  hexGrid: () => Promise<CellGrid>;
  clock: Clock;
  newId: NewId;
}
