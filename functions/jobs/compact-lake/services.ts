import type { Clock, NewId } from '../../../domain/clock.ts';
import type { MessageQueue } from '../../../domain/events/message-queue.ts';
import type { StreamingObjectStore } from '../../../domain/files/object-store.ts';
import type { CompactedObjects, PointsCompactor } from '../../../domain/lake/compaction.ts';
import type { PointsPointer } from '../../../domain/lake/points-pointer.ts';
import type { MachineFileDirectory } from '../../../domain/machine-files/machine-file-store.ts';
import type { CompactionMessage } from './messages.ts';

export interface CompactionServices {
  points: PointsPointer;
  objects: CompactedObjects;
  machineFiles: Pick<MachineFileDirectory, 'many'>;
  lake: StreamingObjectStore;
  compactor: PointsCompactor;
  queue: MessageQueue<CompactionMessage>;
  clock: Clock;
  newId: NewId;
}
