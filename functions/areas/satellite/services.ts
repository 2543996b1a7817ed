import type { NewId } from '../../../domain/clock.ts';
import type { MessageQueue } from '../../../domain/events/message-queue.ts';
import type { Downloads } from '../../../domain/files/downloads.ts';
import type { ObjectStore } from '../../../domain/files/object-store.ts';
import type { Overlay } from '../../../domain/geometry/overlay.ts';
import type { PlanetService } from '../../../domain/satellite/planet/planet.ts';
import type { PlanetKeys } from '../../../domain/satellite/planet/planet-key.ts';
import type { PlanetFields } from '../../../domain/satellite/planet/planet-stores.ts';
import type { ImageLinks } from '../../../domain/satellite/processes/image-link.ts';
import type { ProcessDirectory, SatelliteFieldStore } from '../../../domain/satellite/satellite-stores.ts';
import type { Sealer } from '../../../domain/secrets.ts';
import type { HttpServices } from '../../http/serve.ts';
import type { FieldErasureMessage } from '../../jobs/erase-satellite-field/messages.ts';
import type { PlanetMessage } from '../../jobs/follow-planet/messages.ts';
import type { SceneMessage } from '../../jobs/process-scenes/messages.ts';
import type { SearchMessage } from '../../jobs/search-scenes/messages.ts';
import type { Upstreams } from './upstream-header.ts';

export interface SatelliteServices extends HttpServices {
  satelliteFields: SatelliteFieldStore;
  processes: ProcessDirectory;
  upstreams: Upstreams;
  planet: Pick<PlanetService, 'check'>;
  planetKeys: Omit<PlanetKeys, 'sealed'>;
  searches: Pick<PlanetFields, 'state'>;
  sealer: Pick<Sealer, 'seal'>;
  downloads: Downloads;
  imageLinks: ImageLinks;
  files: Pick<ObjectStore, 'getStream'>;
  overlay(): Promise<Overlay>;
  erasureQueue: MessageQueue<FieldErasureMessage>;
  searchQueue: MessageQueue<SearchMessage>;
  processQueue: MessageQueue<SceneMessage>;
  planetQueue: MessageQueue<PlanetMessage>;
  newId: NewId;
}
