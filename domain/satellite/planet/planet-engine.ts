import type { MultiPolygon } from '../../geometry/multi-polygon.ts';
import type { ProcessedScene, SceneSink } from '../scenes/scene-engine.ts';
import type { PlanetAssetType } from './asset-types.ts';
import type { PlanetFile } from './planet.ts';

/** What one order brought. */
export interface PlanetDelivery {
  files: readonly PlanetFile[];
  /** Images are made of these; other files, which Planet delivers with them, tell clouds and coverage. */
  assetTypes: readonly PlanetAssetType[];
}

export interface PlanetEngine {
  /**
   * Makes the images of a field of what Planet delivered.
   *
   * @throws SceneProblem when another attempt would end alike.
   * @throws ProviderProblem when the files cannot be fetched; `missing` where their addresses are no longer good, so that the order has to be asked for new ones.
   */
  process(delivery: PlanetDelivery, ground: MultiPolygon, sink: SceneSink): Promise<ProcessedScene>;
}
