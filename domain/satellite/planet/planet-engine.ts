import type { MultiPolygon } from '../../geometry/multi-polygon.ts';
import type { ProcessedScene, SceneSink } from '../scenes/scene-engine.ts';
import type { PlanetAssetType } from './asset-types.ts';
import type { PlanetFile } from './planet.ts';

/** The delivery of one order. */
export interface PlanetDelivery {
  files: readonly PlanetFile[];
  /** The assets of which images are made; other delivered files only show clouds and coverage. */
  assetTypes: readonly PlanetAssetType[];
}

export interface PlanetEngine {
  /**
   * Makes the images of a field from delivered files.
   *
   * @throws SceneProblem if another attempt would fail in the same way.
   * @throws ProviderProblem if the files cannot be fetched; `missing` if their URLs have expired and have to be renewed.
   */
  process(delivery: PlanetDelivery, ground: MultiPolygon, sink: SceneSink): Promise<ProcessedScene>;
}
