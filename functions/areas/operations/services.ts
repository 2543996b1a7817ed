import type { NewId } from '../../../domain/clock.ts';
import type { MessageQueue } from '../../../domain/events/message-queue.ts';
import type { Downloads } from '../../../domain/files/downloads.ts';
import type { ObjectStore } from '../../../domain/files/object-store.ts';
import type { ApiKeyDirectory } from '../../../domain/keys/api-key-store.ts';
import type { BatchStore } from '../../../domain/machine-files/batch-store.ts';
import type { DrawingStore } from '../../../domain/machine-files/drawing.ts';
import type { MachineFileWriter } from '../../../domain/machine-files/machine-file-store.ts';
import type { OutputServices } from '../../../domain/machine-files/output-on-demand.ts';
import type { OperationDirectory } from '../../../domain/operations/operation-store.ts';
import type { UserDirectory } from '../../../domain/users/user-store.ts';
import type { HttpServices } from '../../http/serve.ts';
import type { MachineFileMessage } from '../../jobs/process-machine-files/messages.ts';

export interface OperationsServices extends HttpServices {
  apiKeys: ApiKeyDirectory;
  batches: BatchStore;
  machineFiles: MachineFileWriter;
  operations: OperationDirectory;
  drawings: DrawingStore;
  outputs: OutputServices['outputs'];
  files: ObjectStore;
  downloads: Downloads;
  users: UserDirectory;
  /** Where batches wait to be looked into. */
  queue: MessageQueue<MachineFileMessage>;
  newId: NewId;
  sleep: OutputServices['sleep'];
}
