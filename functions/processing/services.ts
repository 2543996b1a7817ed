import type { Clock, DerivedId, NewId } from '../../domain/clock.ts';
import type { ConfigurationStore } from '../../domain/configuration/configuration-store.ts';
import type { MessageQueue } from '../../domain/events/message-queue.ts';
import type { StreamingObjectStore } from '../../domain/files/object-store.ts';
import type { BatchStore } from '../../domain/machine-files/batch-store.ts';
import type { MachineFileEngine } from '../../domain/machine-files/machine-file-engine.ts';
import type { MachineFileStore } from '../../domain/machine-files/machine-file-store.ts';

export interface ProcessingServices {
  batches: BatchStore;
  machineFiles: MachineFileStore;
  configurations: Pick<ConfigurationStore, 'get'>;
  files: StreamingObjectStore;
  lake: StreamingObjectStore;
  engine: MachineFileEngine;
  queue: MessageQueue;
  clock: Clock;
  newId: NewId;
  derivedId: DerivedId;
}
