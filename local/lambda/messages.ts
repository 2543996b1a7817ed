/** Messages from the pool to the harness inside an instance. Events and results travel as JSON text, as in Lambda. */
export type ToInstance = StartMessage | InvokeMessage | ClockMessage | RestMessage;
export type FromInstance = ReadyMessage | UnusableMessage | ResultMessage | FailureMessage;

export interface StartMessage {
  type: 'start';
  /** The file with the code and the export that is the handler. */
  modulePath: string;
  exportName: string;
  context: FixedContext;
  clockOffset: number;
}

/** The part of a handler's context that is the same for every invocation of an instance. */
export interface FixedContext {
  functionName: string;
  functionVersion: string;
  invokedFunctionArn: string;
  memoryLimitInMB: string;
  logGroupName: string;
  logStreamName: string;
}

/** One call of a function. */
export interface Invocation {
  requestId: string;
  /** The event as JSON. */
  event: string;
  /** The chain of requests that it is part of; the SDK reads it from `_X_AMZN_TRACE_ID`. */
  traceHeader: string;
}

export interface InvokeMessage extends Invocation {
  type: 'invoke';
  timeoutMilliseconds: number;
  /** How far the embedded cloud's clock is ahead of the machine's, in milliseconds. */
  clockOffset: number;
}

export interface ClockMessage {
  type: 'clock';
  offset: number;
}

/** No event came for a while: the instance gives back the memory that it does not use. */
export interface RestMessage {
  type: 'rest';
}

export interface ReadyMessage {
  type: 'ready';
}

/** The code could not be loaded, or has no handler that could be called. */
export interface UnusableMessage {
  type: 'unusable';
  error: ErrorReport;
}

export interface ResultMessage {
  type: 'result';
  requestId: string;
  payload: string;
}

export interface FailureMessage {
  type: 'failure';
  requestId: string;
  error: ErrorReport;
}

/** An error as Lambda reports it to the caller. */
export interface ErrorReport {
  /** The function had no time, or too little of a processor: whoever asks again later may be answered. Lambda knows no such error. */
  isBusy?: true;
  errorType: string;
  errorMessage: string;
  trace?: string[];
}

/** Messages from the pool to the process that holds the worker threads, each about one of its instances. */
export type ToThreadHost = { instance: number } & ({ open: OpenThread } | { post: ToInstance } | { end: true });

/** Messages back to the pool: the instance's own, the lines it writes, and its end. */
export type FromThreadHost = { instance: number } & (
  | { message: FromInstance }
  | { line: string }
  | { lost: ErrorReport }
);

export interface OpenThread {
  harness: string;
  environment: Record<string, string>;
  memoryMegabytes: number;
}
