import type { NewId } from '../../../domain/clock.ts';
import type { MessageQueue } from '../../../domain/events/message-queue.ts';
import type { Downloads } from '../../../domain/files/downloads.ts';
import type { ObjectStore } from '../../../domain/files/object-store.ts';
import type { Overlay } from '../../../domain/geometry/overlay.ts';
import type { ImageLinks } from '../../../domain/satellite/image-link.ts';
import type { ProcessDirectory, SatelliteFieldStore } from '../../../domain/satellite/satellite-stores.ts';
import type { ImageryProvider } from '../../../domain/satellite/scene.ts';
import type { HttpServices } from '../../http/serve.ts';
import type { FieldErasureMessage } from '../../jobs/erase-satellite-field/messages.ts';
import type { SceneMessage } from '../../jobs/process-scenes/messages.ts';
import type { SearchMessage } from '../../jobs/search-scenes/messages.ts';

export interface SatelliteServices extends HttpServices {
  satelliteFields: SatelliteFieldStore;
  processes: ProcessDirectory;
  /** Whether an owner may have images of a provider. */
  isEnabled(ownerId: string, provider: ImageryProvider): Promise<boolean>;
  downloads: Downloads;
  imageLinks: ImageLinks;
  files: Pick<ObjectStore, 'getStream'>;
  overlay(): Promise<Overlay>;
  /** Of the worker that removes what deleted fields leave behind. */
  erasureQueue: MessageQueue<FieldErasureMessage>;
  searchQueue: MessageQueue<SearchMessage>;
  processQueue: MessageQueue<SceneMessage>;
  newId: NewId;
}
