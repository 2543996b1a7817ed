/** A message that was read and left where it lies. */
export interface PeekedMessage {
  body: string;
  /** Milliseconds since 1970. */
  sentAt: number;
}

/** Where work waits for a worker. Messages arrive at least once; their schema is the worker's, in the `messages.ts` of its job. */
export interface MessageQueue<Message extends object> {
  /** SQS delays a message by at most 15 minutes. */
  readonly send: (message: Message, delaySeconds?: number) => Promise<void>;
}
