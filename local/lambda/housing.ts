import type { ErrorReport, FromInstance, ToInstance } from './messages.ts';

/** A worker thread or a process that isolates an instance. */
export interface Housing {
  post(message: ToInstance): void;
  /** Stops the code at once, whatever it is doing. `lost` is called as for any other end. */
  end(): void;
}

export interface HousingOptions {
  /** The bundled harness. */
  harness: string;
  environment: Record<string, string>;
  memoryMegabytes: number;
  onMessage(message: FromInstance): void;
  /** Called with each line that the code writes to standard output or error. */
  onLine(line: string): void;
  /** Called once when the code has ended, with the reason. */
  onLost(reason: ErrorReport): void;
}
