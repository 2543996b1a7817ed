/** What is known of an object that compaction wrote. */
export interface CompactedObject {
  svcUserIds: string[];
  ingestIds: string[];
}

/** Where that is kept, by the ids of objects. */
export interface CompactedObjects {
  all(ownerId: string): Promise<Map<string, CompactedObject>>;
  put(ownerId: string, objectId: string, object: CompactedObject): Promise<void>;
  remove(ownerId: string, objectIds: readonly string[]): Promise<void>;
}

/** What writes many files of points as one. */
export interface PointsCompactor {
  /**
   * Writes the rows of some files in a folder, beside them, without those that are left out, by users and then along the ground. Undefined when
   * there are none.
   */
  compact(
    paths: readonly string[],
    leftOut: { ingestIds: readonly string[]; svcUserIds: readonly string[] },
    folder: string,
  ): Promise<({ path: string } & CompactedObject) | undefined>;
}
