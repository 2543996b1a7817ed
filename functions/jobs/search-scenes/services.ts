import type { Clock, DerivedId } from '../../../domain/clock.ts';
import type { MessageQueue } from '../../../domain/events/message-queue.ts';
import type { PlanetFields } from '../../../domain/satellite/planet/planet-stores.ts';
import type { ProcessStore } from '../../../domain/satellite/processes/process-store.ts';
import type { CellStore, SearchedFields } from '../../../domain/satellite/scenes/cell-store.ts';
import type { SceneSource } from '../../../domain/satellite/scenes/scene-source.ts';
import type { PlanetMessage } from '../follow-planet/messages.ts';
import type { SceneMessage } from '../process-scenes/messages.ts';

export interface SearchServices {
  cells: CellStore;
  fields: SearchedFields;
  source: Pick<SceneSource, 'search'>;
  /** Collections of the catalogue that are searched. */
  collections: readonly string[];
  processes: Pick<ProcessStore, 'create' | 'get'>;
  processQueue: MessageQueue<SceneMessage>;
  planetLeases: Pick<PlanetFields['leases'], 'expect'>;
  planetQueue: MessageQueue<PlanetMessage>;
  derivedId: DerivedId;
  clock: Clock;
}
