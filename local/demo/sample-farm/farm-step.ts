import type { OwnerClient } from './owner-client.ts';

/** What a step needs. */
export interface Farm {
  client: OwnerClient;
  svcUserId: string;
  /** Begins the `Idempotency-Key` of each request. */
  key: string;
  /** What a finished step has made. */
  made(step: string): string;
  signal: AbortSignal;
}

/** A part of the farm. */
export interface FarmStep {
  name: string;
  /** The step whose result it uses. If that has none, because it was deleted meanwhile, this one is left out. */
  needs?: string;
  /** Resolves to what later steps need of it, and a line for the terminal, if there is something to say. Throws an Error that says why it is not possible. */
  run(farm: Farm): Promise<{ made?: string; says?: string }>;
}
