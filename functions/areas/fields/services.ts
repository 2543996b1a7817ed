import type { NewId } from '../../../domain/clock.ts';
import type { MessageQueue } from '../../../domain/events/message-queue.ts';
import type { FarmStore } from '../../../domain/farms/farm-store.ts';
import type { FieldDirectory, FieldStore } from '../../../domain/fields/field-store.ts';
import type { ObjectStore } from '../../../domain/files/object-store.ts';
import type { Overlay } from '../../../domain/geometry/overlay.ts';
import type { GrowerStore } from '../../../domain/growers/grower-store.ts';
import type { ApiKeyDirectory } from '../../../domain/keys/api-key-store.ts';
import type { MachineFileDirectory } from '../../../domain/machine-files/machine-file-store.ts';
import type { OutputServices } from '../../../domain/machine-files/output-on-demand.ts';
import type { OperationDirectory } from '../../../domain/operations/operation-store.ts';
import type { SeasonStore } from '../../../domain/seasons/season-store.ts';
import type { SoilBatchStore } from '../../../domain/soil/batch/soil-batch-store.ts';
import type { SyncRequests } from '../../../domain/sync/sync-store.ts';
import type { UserDirectory } from '../../../domain/users/user-store.ts';
import type { ZoneStore } from '../../../domain/zones/zone-store.ts';
import type { HttpServices } from '../../http/serve.ts';
import type { SyncMessage } from '../../jobs/sync-fields/messages.ts';

export interface FieldsServices extends HttpServices {
  apiKeys: ApiKeyDirectory;
  growers: GrowerStore;
  farms: FarmStore;
  fields: FieldDirectory;
  fieldEdits: FieldStore;
  machineFiles: MachineFileDirectory;
  operations: OperationDirectory;
  files: ObjectStore;
  seasons: SeasonStore;
  zones: ZoneStore;
  /** Starts on first use. */
  overlay: () => Promise<Overlay>;
  /** Percentage by which a sampled area has to overlap a field of the user. */
  attachPercent(ownerId: string, svcUserId: string): Promise<number>;
  soil: Pick<SoilBatchStore, 'each'>;
  users: UserDirectory;
  sync: SyncRequests;
  /** Where rounds wait for the worker. */
  syncQueue: MessageQueue<SyncMessage>;
  outputs: OutputServices['outputs'];
  /** Where outputs of files and operations are made. */
  outputQueue: OutputServices['queue'];
  sleep: OutputServices['sleep'];
  newId: NewId;
}
