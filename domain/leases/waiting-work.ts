/** Work of an owner, as the message that asks for it. */
export interface OwnersWork<Asked extends object = object> {
  ownerId: string;
  /** Names it among the owner's. */
  id: string;
  message: Asked;
}

/** Work as it was found on the list. */
export interface FoundWork<Asked extends object = object> extends OwnersWork<Asked> {
  /** Until when it is left alone, in milliseconds since 1970: another time when it has been added again or taken since. */
  deadline: number;
}

/** Work that found no slot of its owner free. The workers that hold the slots go on with it. */
export interface WaitingWork<Asked extends object = object> {
  /** Adds work that no holder has; idempotent. */
  add(work: OwnersWork<Asked>): Promise<void>;
  /** Whether there is work for a holder: work without a holder, and what it held itself. */
  some(ownerId: string, holder: string): Promise<boolean>;
  /** The first work for a holder, which has it from now on for so many milliseconds. */
  next(ownerId: string, holder: string, milliseconds: number): Promise<FoundWork<Asked> | undefined>;
  /** Takes work off the list that was done, or sent as a message. Work that was added again or taken since it was found stays there. */
  remove(work: Pick<FoundWork, 'ownerId' | 'id' | 'deadline'>): Promise<void>;
  /** Work of all owners that no worker has continued for a while. */
  overdue(now: number): Promise<FoundWork<Asked>[]>;
}
