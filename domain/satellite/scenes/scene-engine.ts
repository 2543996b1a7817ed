import type { Bounds, MultiPolygon } from '../../geometry/multi-polygon.ts';
import type { ImageProcess, IndexStatistics } from '../processes/image-process.ts';
import type { Scene } from './scene.ts';
import type { SceneImage, SceneIndex } from './scene-image.ts';

/** Stores an image. */
export type SceneSink = (file: string, content: Uint8Array, contentType: string) => Promise<void>;

/** The result of processing a scene for a field. */
export interface ProcessedScene {
  /** Percent of the field's pixels of which the scene has data. */
  coverage: number;
  /** Percent of these pixels that are cloud or cirrus; absent if no delivered file shows it. */
  clouds?: number;
  /** The edges of the pictures, which are in Web Mercator: west, south, east and north in degrees. */
  bounds: Bounds;
  /** The offset of reflectance that was added to all bands of a scene of Sentinel-2. */
  offset?: ImageProcess['offset'];
  images: SceneImage[];
  statistics: Partial<Record<SceneIndex, IndexStatistics>>;
}

export interface SceneEngine {
  /**
   * Makes the images of a field.
   *
   * @throws SceneProblem if another attempt would fail in the same way.
   * @throws ProviderProblem when the files cannot be fetched.
   */
  process(scene: Scene, ground: MultiPolygon, sink: SceneSink): Promise<ProcessedScene>;
}
