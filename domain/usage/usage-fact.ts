/** What is counted of a piece of work that succeeded; written in its transaction, since it cannot be made up later. */
export interface UsageFact {
  ownerId: string;
  svcUserId: string;
  product: 'fieldBoundaries';
  /** UTC, `YYYY-MM-DD`. */
  day: string;
  /** The record that was made: here the boundary. */
  sourceId: string;
  areaHectares: number;
  /** Where the shape is that the area was measured on, so that overlaps can be taken out later. */
  shape: { fieldId: string; boundaryId: string };
}
