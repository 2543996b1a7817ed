/**
 * The attempts to open the file of a record that have no known end: those of workers that died, and one that is under way. They are
 * stored, since a worker that dies of a file reports nothing.
 */
export interface ParserAttempts {
  /**
   * Notes, before the file is opened, that a delivery of a message does so, and answers how many have, this one included. A delivery that
   * a restart of the queue repeats under its old name counts once.
   */
  begin(delivery: string): Promise<number>;
  /** Notes that an attempt ended with an error that could be told. A record that ends forgets its attempts. */
  end(delivery: string): Promise<void>;
}
