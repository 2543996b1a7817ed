/** What is counted of a piece of work that succeeded; written in its transaction, since it cannot be made up later. */
export interface UsageFact {
  ownerId: string;
  svcUserId: string;
  product: 'fieldBoundaries' | 'machineFiles' | 'fieldOperations';
  /** UTC, `YYYY-MM-DD`. */
  day: string;
  /** The record that was made: a boundary, a machine file, a field operation. */
  sourceId: string;
  areaHectares: number;
  /** Where the shape is that the area was measured on, so that overlaps can be taken out later. */
  shape: UsageShape;
}

/** A boundary, or the ground that the points of a file cover: the object that holds it. */
export type UsageShape = { fieldId: string; boundaryId: string } | { objectKey: string };
