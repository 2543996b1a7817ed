import type { MultiPolygon } from '../../geometry/multi-polygon.ts';
import type { ProcessedScene, SceneSink } from '../scene-engine.ts';
import type { PlanetFile } from './planet-service.ts';

export interface PlanetEngine {
  /**
   * Makes the images of a field of what Planet delivered.
   *
   * @throws SceneProblem when another attempt would end alike.
   * @throws ProviderProblem when the files cannot be fetched; `missing` where their addresses are no longer good, so that the order has to be asked for new ones.
   */
  process(files: readonly PlanetFile[], ground: MultiPolygon, sink: SceneSink): Promise<ProcessedScene>;
}
