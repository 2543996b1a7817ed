/**
 * The usage of one completed piece of work, written in its transaction, since it cannot be reconstructed later. For weather, which makes nothing,
 * the fact is written once the response is known.
 */
export interface UsageFact {
  ownerId: string;
  /** The nil UUID for work of the owner that concerns none of its users. */
  svcUserId: string;
  product: UsageProduct;
  /** UTC, `YYYY-MM-DD`. */
  day: string;
  /** The resulting record: a boundary, a machine file, a field operation, the process of a scene. For weather, the field. */
  sourceId: string;
  areaHectares: number;
  /**
   * Location of the shape whose area was measured, so that overlaps can be subtracted later. Weather counts in full, and
   * has none; facts of scenes that were counted before shapes were kept have none either.
   */
  shape?: UsageShape;
}

export type UsageProduct =
  | 'fieldBoundaries'
  | 'machineFiles'
  | 'fieldOperations'
  | 'satelliteProcessSentinel'
  | 'satelliteProcessPlanet'
  | 'fieldWeather';

/** A boundary, or an object: the ground that the points of a file cover, or the copy of the ground of a satellite field. */
export type UsageShape = { fieldId: string; boundaryId: string } | { objectKey: string };
