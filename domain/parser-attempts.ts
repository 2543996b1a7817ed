/**
 * The attempts to open a file that have no known end: of workers that died, and one that may be running. They are
 * stored, since a worker that dies reports nothing.
 */
export interface ParserAttempts {
  /**
   * Notes, before the file is opened, an attempt by a delivery of a message, and returns the names of all attempts
   * including this one. A delivery that is repeated under the same name after a restart of the queue counts once.
   */
  begin(delivery: string): Promise<readonly string[]>;
  /** Notes that an attempt ended with a reported error. The attempts are deleted when the record ends. */
  end(delivery: string): Promise<void>;
}

/** The content of a request, and whose it is. */
export interface RequestedFile {
  ownerId: string;
  content: Uint8Array;
}

/**
 * The ends of programs that read the same content in several requests, of which each has the time for one try. They are
 * remembered for ten minutes.
 */
export interface RequestEnds {
  /** Notes how a request ended. @returns how many have ended so, this one included; another end begins anew. */
  note(file: RequestedFile, ending: string): Promise<number>;
}

/**
 * Thrown when the program that reads a file has ended, and it is not settled whether because of the file: the attempt
 * counts like one whose worker died. @typeParam P what a record says of a file that cannot be read.
 */
export class UnsettledReading<P> extends Error {
  /** Equal for the same end. */
  readonly ending: string;
  /** What the record says if every attempt ends in this way; undefined if that says nothing of the file. */
  readonly problem: P | undefined;

  constructor(message: string, ending: string, problem?: P) {
    super(message);
    this.ending = ending;
    this.problem = problem;
  }
}
