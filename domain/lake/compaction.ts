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

/** A file of points, which is not there any more when it was removed meanwhile. */
export interface CompactedSource {
  download(path: string): Promise<boolean>;
}

/** The points of a machine file as they came once. */
export interface Ingest {
  fileId: string;
  ingestId: string;
}

/** The units of an ingest by property, and those of its products by their names. */
export interface UnitsOfIngest extends Ingest {
  units: Readonly<Record<string, string>>;
  products: Readonly<Record<string, string>>;
}

/** Tells the units of ingests; nothing of those of which none are known. */
export type UnitsOfIngests = (ingests: readonly Ingest[]) => Promise<UnitsOfIngest[]>;

/** What writes many files of points as one. */
export interface PointsCompactor {
  /**
   * Hands over the rows of some files as one, without those that are left out, by users and then along the ground; nothing when there are
   * none. Rows that an earlier release wrote in the units of their machine file come into the lake's own.
   */
  compact(
    sources: readonly CompactedSource[],
    leftOut: { ingestIds: readonly string[]; svcUserIds: readonly string[] },
    unitsOf: UnitsOfIngests,
    take: (made: CompactedObject, content: AsyncIterable<Uint8Array>) => Promise<void>,
  ): Promise<void>;
}
