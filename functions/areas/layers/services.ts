import type { LayerReader } from '../../../adapters/gdal/geotiff/layer-reader.ts';
import type { LayerReceiver } from '../../../domain/assets/layer-receiver.ts';
import type { ObjectStore } from '../../../domain/files/object-store.ts';
import type { SessionStore } from '../../../domain/uploads/session-store.ts';
import type { UserDirectory } from '../../../domain/users/user-store.ts';
import type { UserSubject } from '../../../domain/work/work-stores.ts';
import type { HttpServices } from '../../http/serve.ts';

export interface LayersServices extends HttpServices {
  users: UserDirectory;
  sessions: Pick<SessionStore, 'get'>;
  files: Pick<ObjectStore, 'getStream' | 'has' | 'remove'>;
  reader: LayerReader;
  /** The user's account. `unconnected`: there is none; `uncalled`: nobody calls the provider. */
  receiverOf(user: UserSubject): Promise<LayerReceiver | 'unconnected' | 'uncalled'>;
}
