/** Kinds of work that go on for a user one after the other, never at once. */
export type LeaseKind = 'sync' | 'merge' | 'operations';

/** The holder of a lease works alone, until it ends or its time is over. */
export interface Lease {
  /** Gives the lease back; true when another worker asked for it meanwhile and left the work to the holder. */
  end(): Promise<boolean>;
}

/** Lets one worker at a time work for a user. */
export interface Leases {
  /**
   * The lease, for so many milliseconds at most. Undefined when another holder has it already: that worker is told, and
   * answers for what is to be done. A holder is the delivery of a message: one that comes again under its name takes the lease over,
   * since the worker that had it is dead. Throws `notFound` when the user has been deleted.
   */
  take(ownerId: string, svcUserId: string, holder: string, milliseconds: number): Promise<Lease | undefined>;
}
