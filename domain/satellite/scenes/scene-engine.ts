import type { Bounds, MultiPolygon } from '../../geometry/multi-polygon.ts';
import type { Scene } from './scene.ts';
import type { IndexStatistics, SceneImage, SceneIndex } from './scene-image.ts';

/** Stores a file that was made of a scene. */
export type SceneSink = (file: string, content: Uint8Array, contentType: string) => Promise<void>;

/** What was made of a scene for a field. */
export interface ProcessedScene {
  /** Percent of the field's pixels of which the scene has data. */
  coverage: number;
  /** Percent of those that are cloud or cirrus; absent where nothing that was delivered tells it. */
  clouds?: number;
  /** The edges of the pictures, which are in Web Mercator: west, south, east and north in degrees. */
  bounds: Bounds;
  images: SceneImage[];
  statistics: Partial<Record<SceneIndex, IndexStatistics>>;
}

export interface SceneEngine {
  /**
   * Makes the images of a field.
   *
   * @throws SceneProblem when another attempt would end alike.
   * @throws ProviderProblem when the files cannot be fetched.
   */
  process(scene: Scene, ground: MultiPolygon, sink: SceneSink): Promise<ProcessedScene>;
}
