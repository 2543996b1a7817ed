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

/** The points of one conversion of a machine file. */
export interface Ingest {
  fileId: string;
  ingestId: string;
}

/** An ingest with its units by property, and the units of its products by name. */
export interface UnitsOfIngest extends Ingest {
  units: Readonly<Record<string, string>>;
  products: Readonly<Record<string, string>>;
}

/** Finds the units of ingests; ingests with unknown units are left out. */
export type UnitsOfIngests = (ingests: readonly Ingest[]) => Promise<UnitsOfIngest[]>;

/** Combines files of points. */
export interface PointsCompactor {
  /**
   * Combines the rows of files into one, sorted by user and location, without the excluded rows. Rows of earlier
   * releases are converted from the units of their machine file to the lake's units. No result without rows.
   */
  compact(
    sources: readonly CompactedSource[],
    leftOut: { ingestIds: readonly string[]; svcUserIds: readonly string[] },
    unitsOf: UnitsOfIngests,
    take: (made: CompactedObject, content: AsyncIterable<Uint8Array>) => Promise<void>,
  ): Promise<void>;
}
