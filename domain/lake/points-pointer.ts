/** What readers see of an owner's points at a moment: the files of a generation, without the rows of some ingests and users. */
export interface LakeSnapshot {
  gen: number;
  /** When this generation was first seen, in milliseconds since 1970. */
  since: number;
  /** Counts the changes: two moments with the same number are the same. */
  revision: number;
  /** Ingests that are being written. */
  hidden: string[];
  /** The revision after which each of them was hidden; not of those that an earlier release hid. */
  hiddenAfter: ReadonlyMap<string, number>;
  /** Ingests whose points others have replaced, or that were removed. */
  replaced: string[];
  /** Users who were deleted. */
  hiddenUsers: string[];
}

/** What a new moment changes. */
export interface PointsChange {
  gen: number;
  since: number;
  replaced: readonly string[];
  hiddenUsers: readonly string[];
}

/** The one item that says what readers of an owner's points see. Every change is one step, for all readers at once. */
export interface PointsPointer {
  read(ownerId: string): Promise<LakeSnapshot>;
  /** Hides an ingest before its points are stored. @param due when they are to be compacted at the latest, unless something is due before. */
  hide(ownerId: string, ingestId: string, due: number): Promise<void>;
  /** Hides an ingest no more that is shown, where a message that came twice has hidden it again. */
  reveal(ownerId: string, ingestId: string): Promise<void>;
  /** Takes an ingest whose points are not stored any more out of what readers leave out; nothing happens in another generation. */
  forget(ownerId: string, ingestId: string, gen: number): Promise<void>;
  /** Hides all points of a user. */
  hideUser(ownerId: string, svcUserId: string, due: number): Promise<void>;
  /**
   * Allocates the number of a generation that has not been written to; a number allocated earlier can no longer be published.
   *
   * @param gen the one that is seen; undefined, when another one is by now: what stands between the two may be that one.
   */
  claim(ownerId: string, gen: number): Promise<number | undefined>;
  /** Makes a moment another one; false when it has passed, or another generation has been claimed. @param due when something is left to be done. */
  change(ownerId: string, from: LakeSnapshot, to: PointsChange, due: number | undefined): Promise<boolean>;
  /** Owners whose points are due to be compacted. */
  due(now: number): Promise<string[]>;
  /** Moves the time at which an owner's points are due. */
  move(ownerId: string, due: number): Promise<void>;
}
