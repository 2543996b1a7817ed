/** Pending work of an owner, with the message that requests it. */
export interface OwnersWork<Asked extends object = object> {
  ownerId: string;
  /** Unique per owner. */
  id: string;
  message: Asked;
}

/** Work that was read from the list. */
export interface FoundWork<Asked extends object = object> extends OwnersWork<Asked> {
  /** Time until which others leave it alone, in milliseconds since 1970; changes when it is added or taken again. */
  deadline: number;
}

/** Work that found no free slot of its owner, or none of those that all owners share. The workers that hold the slots continue with it, owner by owner. */
export interface WaitingWork<Asked extends object = object> {
  /** Adds work that no holder has; idempotent. */
  add(work: OwnersWork<Asked>): Promise<void>;
  /** The owners with work, in their turn: those that were never served, then those that were served the longest ago. */
  owners(): Promise<string[]>;
  /** Whether there is work for a holder: unassigned work, and its own. */
  some(ownerId: string, holder: string): Promise<boolean>;
  /** Assigns the first work to a holder for a number of milliseconds: unassigned work, or its own. The owner's turn comes after all others then. */
  next(ownerId: string, holder: string, milliseconds: number): Promise<FoundWork<Asked> | undefined>;
  /**
   * Keeps others away from the work of a holder for so many milliseconds from now. Undefined if another holder has it by now; the work as it is found from then on
   * otherwise.
   */
  hold(work: FoundWork<Asked>, holder: string, milliseconds: number): Promise<FoundWork<Asked> | undefined>;
  /** Removes work that was done, or sent as a message; no effect if it was added or taken again since it was read. */
  remove(work: Pick<FoundWork, 'ownerId' | 'id' | 'deadline'>): Promise<void>;
  /** Work of all owners that no worker has continued for a while. */
  overdue(now: number): Promise<FoundWork<Asked>[]>;
}
