import type { DerivedId, NewId } from '../../../domain/clock.ts';
import type { FieldDirectory } from '../../../domain/fields/field-store.ts';
import type { Downloads } from '../../../domain/files/downloads.ts';
import type { ObjectStore } from '../../../domain/files/object-store.ts';
import type { ApiKeyDirectory } from '../../../domain/keys/api-key-store.ts';
import type { OwnerSlots } from '../../../domain/leases/owner-slots.ts';
import type { BatchStore } from '../../../domain/machine-files/batch-store.ts';
import type { SendingStore } from '../../../domain/prescriptions/sending-store.ts';
import type { SoilBatchStore } from '../../../domain/soil/batch/soil-batch-store.ts';
import type { MultipartStore, SessionStore } from '../../../domain/uploads/session-store.ts';
import type { UploadStore } from '../../../domain/uploads/upload-store.ts';
import type { UserDirectory } from '../../../domain/users/user-store.ts';
import type { HttpServices } from '../../http/serve.ts';

export interface UploadsServices extends HttpServices {
  apiKeys: ApiKeyDirectory;
  uploads: UploadStore;
  sessions: SessionStore;
  /** Held by open sessions, under their ids. */
  sessionSlots: OwnerSlots;
  batches: Pick<BatchStore, 'get' | 'create'>;
  soil: Pick<SoilBatchStore, 'get' | 'create'>;
  sendings: Pick<SendingStore, 'get' | 'create'>;
  multiparts: MultipartStore;
  files: ObjectStore;
  downloads: Downloads;
  users: UserDirectory;
  fields: Pick<FieldDirectory, 'hasFarm'>;
  newId: NewId;
  derivedId: DerivedId;
}
