import type { DerivedId, NewId } from '../../../domain/clock.ts';
import type { Downloads } from '../../../domain/files/downloads.ts';
import type { ObjectStore } from '../../../domain/files/object-store.ts';
import type { ApiKeyDirectory } from '../../../domain/keys/api-key-store.ts';
import type { EndingSoilBatchStore } from '../../../domain/soil/batch/soil-batch-store.ts';
import type { SoilContentReader } from '../../../domain/soil/soil-reader.ts';
import type { UserDirectory } from '../../../domain/users/user-store.ts';
import type { HttpServices } from '../../http/serve.ts';

export interface SoilServices extends HttpServices {
  soil: Pick<EndingSoilBatchStore, 'get' | 'list' | 'create' | 'endEntry' | 'remove' | 'copiesOf'>;
  reader: SoilContentReader;
  files: ObjectStore;
  downloads: Downloads;
  users: UserDirectory;
  apiKeys: ApiKeyDirectory;
  newId: NewId;
  derivedId: DerivedId;
}
