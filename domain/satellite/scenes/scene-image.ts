/** Indices of vegetation that are computed of a scene. */
export const sceneIndices = ['NDVI', 'NDRE'] as const;
export type SceneIndex = (typeof sceneIndices)[number];

/** One stored image of a processed scene. */
export interface SceneImage {
  /** `NDVI`, `RGB_PNG`, `B04`. */
  type: string;
  /** `NDVI.tif`. */
  file: string;
  /** Metres; null of pictures, which are enlarged. */
  resolution: number | null;
  bytes: number;
}
