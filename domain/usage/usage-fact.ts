/** What is counted of a piece of work that succeeded; written in its transaction, since it cannot be made up later. */
export interface UsageFact {
  ownerId: string;
  /** The nil UUID where it is of the owner and none of its users. */
  svcUserId: string;
  product: UsageProduct;
  /** UTC, `YYYY-MM-DD`. */
  day: string;
  /** The record that was made: a boundary, a machine file, a field operation, the process of a scene. */
  sourceId: string;
  areaHectares: number;
  /** Where the shape is that the area was measured on, so that overlaps can be taken out later. Scenes count in full, and have none. */
  shape?: UsageShape;
}

export type UsageProduct =
  | 'fieldBoundaries'
  | 'machineFiles'
  | 'fieldOperations'
  | 'satelliteProcessSentinel'
  | 'satelliteProcessPlanet';

/** A boundary, or the ground that the points of a file cover: the object that holds it. */
export type UsageShape = { fieldId: string; boundaryId: string } | { objectKey: string };
