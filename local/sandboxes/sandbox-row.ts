import type { SandboxClock } from './server/sandbox-clock.ts';
import type { Wire } from './server/sandbox-server.ts';

/** How a client on this machine uses a sandbox whose provider asks growers for their consent. */
export interface ConsentAccess {
  clientId: string;
  clientSecret: string;
  /** Of a grower who has consented to everything. */
  refreshToken: string;
}

/** One sandbox. Its wire is loaded at the first call, so that a sandbox that nobody calls is only an open port. */
export interface SandboxRow<Key extends string = string, Access extends object = object> {
  /** The key of the provider. */
  key: Key;
  /** The keys of the application that the sandbox knows, and of a grower. All ids and tokens follow from the seed. */
  access(seed: string, clock: SandboxClock): Access;
  /** @param endpoint the URL of the sandbox, below which its paths are those of the provider's URLs. */
  wire(endpoint: string, options: { seed: string; clock: SandboxClock; access: Access }): Promise<Wire>;
  /** The application, as the body of an app key; absent where the provider has none. */
  application?(access: Access): Record<string, string>;
}

/** Declares a sandbox, whose types follow from what is given. */
export function sandboxRow<const Key extends string, Access extends object>(
  row: SandboxRow<Key, Access>,
): SandboxRow<Key, Access> {
  return row;
}
