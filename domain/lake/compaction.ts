/** The content of a compacted object. */
export interface CompactedObject {
  svcUserIds: string[];
  ingestIds: string[];
}

/** Stores the contents of compacted objects by object id. */
export interface CompactedObjects {
  all(ownerId: string): Promise<Map<string, CompactedObject>>;
  put(ownerId: string, objectId: string, object: CompactedObject): Promise<void>;
  remove(ownerId: string, objectIds: readonly string[]): Promise<void>;
}

/** A file of points, which may have been removed meanwhile. */
export interface CompactedSource {
  download(path: string): Promise<boolean>;
}

/** Combines files of points. */
export interface PointsCompactor {
  /**
   * Combines the rows of files into one, sorted by user and location, without the excluded rows. No result without rows.
   */
  compact(
    sources: readonly CompactedSource[],
    leftOut: { ingestIds: readonly string[]; svcUserIds: readonly string[] },
    take: (made: CompactedObject, content: AsyncIterable<Uint8Array>) => Promise<void>,
  ): Promise<void>;
}
