/** A message that was read without being removed from its queue. */
export interface PeekedMessage {
  body: string;
  /** Milliseconds since 1970. */
  sentAt: number;
}

/**
 * A queue of work for a worker. Messages arrive at least once; their schema belongs to the worker, in the `messages.ts`
 * of its job.
 */
export interface MessageQueue<Message extends object> {
  /** Sends a message, after a delay of at most 15 minutes (a limit of SQS). */
  readonly send: (message: Message, delaySeconds?: number) => Promise<void>;
}
