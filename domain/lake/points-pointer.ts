/** A consistent view of an owner's points: the files of a generation, without the rows of some ingests and users. */
export interface PointsSnapshot {
  gen: number;
  /** Time at which this generation was published, in milliseconds since 1970. */
  since: number;
  /** Number of changes so far: snapshots with the same revision are equal. */
  revision: number;
  /** Staged ingests, whose points are being written. */
  hidden: string[];
  /** The revision at which each staged ingest was staged. */
  hiddenAfter: ReadonlyMap<string, number>;
  /** Ingests that others have replaced, or that were removed. */
  replaced: string[];
  /** Deleted users. */
  hiddenUsers: string[];
}

/** Changes of a new snapshot. */
export interface PointsChange {
  gen: number;
  since: number;
  replaced: readonly string[];
  hiddenUsers: readonly string[];
}

/** The item that determines the published snapshot of an owner's points. Every change is atomic for all queries. */
export interface PointsPointer {
  read(ownerId: string): Promise<PointsSnapshot>;
  /**
   * Stages an ingest before its points are stored. @param due time of the next compaction, unless an earlier one is
   * set.
   */
  stage(ownerId: string, ingestId: string, due: number): Promise<void>;
  /** Publishes an ingest that was staged again by a repeated message. */
  publish(ownerId: string, ingestId: string): Promise<void>;
  /**
   * Removes an ingest whose points have been deleted from the lists of excluded ingests; no effect in another
   * generation.
   */
  expire(ownerId: string, ingestId: string, gen: number): Promise<void>;
  /** Excludes all points of a user. */
  excludeUser(ownerId: string, svcUserId: string, due: number): Promise<void>;
  /**
   * Allocates the number of a generation that has not been written to; a number allocated earlier can no longer be
   * published.
   *
   * @param gen the published generation; returns undefined if another one is published by now.
   */
  claim(ownerId: string, gen: number): Promise<number | undefined>;
  /**
   * Publishes a new snapshot; false if the former one is outdated, or another generation has been claimed. @param due
   * time of the next compaction, if one is needed.
   */
  change(ownerId: string, from: PointsSnapshot, to: PointsChange, due: number | undefined): Promise<boolean>;
  /** Owners whose points are due for compaction. */
  due(now: number): Promise<string[]>;
  /** Sets the time of an owner's next compaction. */
  move(ownerId: string, due: number): Promise<void>;
}
