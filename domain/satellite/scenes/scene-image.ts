/** Indices of vegetation that are computed of a scene. */
export const sceneIndices = ['NDVI', 'NDRE'] as const;
export type SceneIndex = (typeof sceneIndices)[number];

/** An index over the pixels of a field that have a value; clouds are not left out. */
export interface IndexStatistics {
  mean: number;
  min: number;
  max: number;
  /** Quantiles, interpolated between the two nearest values. */
  quantiles: { p10: number; p25: number; p50: number; p75: number; p90: number };
  /** Percent of the field's pixels that have a value. */
  validPercent: number;
  /** Percent of the field's pixels that have a value and are neither cloud, cirrus nor shadow of a cloud; absent if nothing that was delivered shows clouds. */
  clearPercent?: number;
  /** The mean of the clear pixels; absent if there are none, or if nothing shows clouds. */
  clearMean?: number;
}

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
