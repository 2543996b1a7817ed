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
  /** True while nothing is being delivered and nothing is known to wait. */
  idle(): boolean;
  /** Takes nothing new. Resolves when what runs has ended; work cut off by then is delivered again later. */
  stop(): Promise<void>;
}
