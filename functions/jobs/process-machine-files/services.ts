import type { AssetStore } from '../../../domain/assets/asset-store.ts';
import type { Clock, DerivedId, NewId } from '../../../domain/clock.ts';
import type { Settings } from '../../../domain/configuration/configuration.ts';
import type { MessageQueue } from '../../../domain/events/message-queue.ts';
import type { FieldDirectory } from '../../../domain/fields/field-store.ts';
import type { StreamingObjectStore } from '../../../domain/files/object-store.ts';
import type { Overlay } from '../../../domain/geometry/overlay.ts';
import type { CompactedObjects } from '../../../domain/lake/compaction.ts';
import type { PointsPointer } from '../../../domain/lake/points-pointer.ts';
import type { WaitingWork } from '../../../domain/leases/waiting-work.ts';
import type { EndingBatchStore } from '../../../domain/machine-files/batch-store.ts';
import type { DrawingStore } from '../../../domain/machine-files/drawing.ts';
import type { MachineFileEngine } from '../../../domain/machine-files/machine-file-engine.ts';
import type { MachineFileStore } from '../../../domain/machine-files/machine-file-store.ts';
import type { OutputServices } from '../../../domain/machine-files/output-on-demand.ts';
import type { ChangedRecords, LoggedSpans } from '../../../domain/machine-files/records/logged-spans.ts';
import type { ChangedField, FieldCover, FieldWork } from '../../../domain/operations/field-work.ts';
import type { OperationStore } from '../../../domain/operations/operation-store.ts';
import type { Leases, UserSubject, WorkList } from '../../../domain/work/work-stores.ts';
import type { MachineFileMessage, ReadingMessage } from './messages.ts';

export interface ProcessingServices {
  batches: EndingBatchStore;
  machineFiles: MachineFileStore;
  drawings: DrawingStore;
  outputs: OutputServices['outputs'];
  settings: (ownerId: string, svcUserId: string) => Promise<Settings>;
  fields: Pick<FieldDirectory, 'near' | 'withShapes'>;
  /** Starts on first use. */
  overlay: () => Promise<Overlay>;
  files: StreamingObjectStore;
  lake: StreamingObjectStore;
  points: PointsPointer;
  compacted: Pick<CompactedObjects, 'all'>;
  engine: MachineFileEngine;
  operations: OperationStore;
  fieldWork: FieldWork;
  changedFields: WorkList<UserSubject, ChangedField>;
  loggedSpans: LoggedSpans;
  changedRecords: WorkList<UserSubject, ChangedRecords>;
  /** Compares the records of a user's files. */
  recordLeases: Leases<UserSubject>;
  fieldCover: FieldCover;
  assets: AssetStore;
  /** Brings the operations of a user up to date. */
  leases: Leases<UserSubject>;
  queue: MessageQueue<MachineFileMessage>;
  /** Files that wait for a slot of their owner. */
  waiting: Pick<WaitingWork<ReadingMessage>, 'add'>;
  /** Maximum number of files of an owner that are read at once. */
  filesAtOnce: number;
  clock: Clock;
  newId: NewId;
  derivedId: DerivedId;
}
