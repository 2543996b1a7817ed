/** How one invocation of a function ended, in the terms of Lambda's Invoke call. */
export interface InvocationOutcome {
  requestId: string;
  /** The handler's result, or the error's `{ errorType, errorMessage }`. */
  payload: unknown;
  /** Present when the handler threw, timed out or crashed. */
  functionError?: string;
}

/** @param traceHeaders of the messages in the event that have one. */
export type InvokeFunction = (event: unknown, traceHeaders?: readonly string[]) => Promise<InvocationOutcome>;

/** Something that moves work from a queue or a stream to a function until it is stopped. */
export interface EventSource {
  /** Names the source in messages: "queue-name -> function-name". */
  name: string;
  /** True while nothing is being delivered and nothing is known to be waiting. */
  idle(): boolean;
  /** Takes no new work. Resolves when running work has ended; work that is cut off is delivered again later. */
  stop(): Promise<void>;
}
