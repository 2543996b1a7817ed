/**
 * The attempts to open a file that have no known end: of workers that died, and one that may be running. They are
 * stored, since a worker that dies reports nothing.
 */
export interface ParserAttempts {
  /**
   * Notes, before the file is opened, an attempt by a delivery of a message, and returns the number of attempts
   * including this one. A delivery that is repeated under the same name after a restart of the queue counts once.
   */
  begin(delivery: string): Promise<number>;
  /** Notes that an attempt ended with a reported error. The attempts are deleted when the record ends. */
  end(delivery: string): Promise<void>;
}
