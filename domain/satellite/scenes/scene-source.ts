import type { Bounds } from '../../geometry/multi-polygon.ts';
import type { Scene } from './scene.ts';

export interface SceneSearch {
  /** A box across the antimeridian takes two searches. */
  bbox: Bounds;
  /** The first moment, ISO 8601 with Z. */
  from: string;
  /** The last moment; open where left out. */
  to?: string;
  /** Whether the moments are those of the scenes or of their publication. */
  by: 'date' | 'created';
}

/** A catalogue of scenes. */
export interface SceneSource {
  /**
   * Scenes that may lie on the box, each once, newest first.
   *
   * @throws ProviderProblem when the catalogue cannot be asked or answers something else.
   */
  search(asked: SceneSearch): AsyncIterable<Scene>;
  /** A scene by the id of its Item; undefined when the catalogue does not have it. @throws ProviderProblem */
  find(collection: string, id: string): Promise<Scene | undefined>;
}
