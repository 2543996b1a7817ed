/** Kinds of work that go on for a user one after the other, never at once. */
export type TurnKind = 'sync' | 'merge' | 'operations';

/** Who has a turn works alone, until it ends or its time is over. */
export interface Turn {
  /** Gives the turn back; true when somebody asked for it meanwhile, and left the work to whoever had it. */
  end(): Promise<boolean>;
}

/** Lets one worker at a time work for a user. */
export interface Turns {
  /**
   * The turn, for so many milliseconds at most. Undefined when another holder has it already: that worker is told, and
   * answers for what is to be done. A holder is the delivery of a message: one that comes again under its name takes the turn over,
   * since the worker that had it is dead. Throws `notFound` when the user has been deleted.
   */
  take(ownerId: string, svcUserId: string, holder: string, milliseconds: number): Promise<Turn | undefined>;
}
