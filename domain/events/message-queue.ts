/** A message that was read and left where it lies. */
export interface PeekedMessage {
  body: string;
  /** Milliseconds since 1970. */
  sentAt: number;
}

/** Where work waits for a worker. Messages arrive at least once. */
export interface MessageQueue {
  /** SQS delays a message by at most 15 minutes. */
  send(message: unknown, delaySeconds?: number): Promise<void>;
}
