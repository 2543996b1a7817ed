import type { Clock, DerivedId } from '../../../domain/clock.ts';
import type { MessageQueue } from '../../../domain/events/message-queue.ts';
import type { PlanetService } from '../../../domain/satellite/planet/planet.ts';
import type { PlanetKeyServices } from '../../../domain/satellite/planet/planet-key.ts';
import type { PlanetFields, PlanetOrders } from '../../../domain/satellite/planet/planet-stores.ts';
import type { ProcessStore } from '../../../domain/satellite/processes/process-store.ts';
import type { SatelliteFieldStore } from '../../../domain/satellite/satellite-stores.ts';
import type { SearchedFields } from '../../../domain/satellite/scenes/cell-store.ts';
import type { SceneMessage } from '../process-scenes/messages.ts';

export interface FollowServices extends PlanetKeyServices {
  planet: Omit<PlanetService, 'check'>;
  /** `planet`, or `stand-in`. */
  upstream: string;
  fields: Pick<SearchedFields, 'get'>;
  directory: Pick<SatelliteFieldStore, 'list'>;
  searches: PlanetFields;
  orders: PlanetOrders;
  processes: Pick<ProcessStore, 'create' | 'started' | 'tried' | 'fail'>;
  processQueue: MessageQueue<SceneMessage>;
  derivedId: DerivedId;
  clock: Clock;
}
