import type { ProviderKey } from '../providers/providers.ts';
import type { CircuitState } from './circuit.ts';
import type { GateState } from './permits.ts';
import type { Rate } from './rate.ts';

/** What all instances share of one gate. */
export interface SharedGate {
  permits?: GateState | undefined;
  circuit?: CircuitState | undefined;
}

/** Stores gates. */
export interface GateStore {
  /**
   * Changes a gate as `change` says. It is called again with what another instance has written meanwhile; undefined leaves the gate as it is.
   *
   * @returns the gate as it is stored afterwards; undefined when so many instances changed it at once that this one gave up.
   */
  change(name: string, change: (before: SharedGate) => SharedGate | undefined): Promise<SharedGate | undefined>;
}

/** One gate that the requests of an account pass: that of the provider, or its own. */
export interface Gate {
  name: string;
  kind: 'provider' | 'credential';
  rate: Rate;
}

/** What providers say of how often they may be asked, and what is asked of those that do not. */
export interface ProviderRates {
  /** For each application: all accounts of its client, whoever they belong to. */
  provider: Rate;
  /** For each account. */
  credential: Rate;
}

/** Most providers publish no numbers; 429 and its `Retry-After` say the rest. */
const unpublished: ProviderRates = {
  provider: { calls: 40, seconds: 1 },
  credential: { calls: 10, seconds: 1 },
};

/**
 * The gates of an account, its own first: what is held back there takes no permit of the others.
 *
 * @param client identifies the application at the provider, whose accounts share its rate; of the owner, or of the installation.
 */
export function gatesOf(
  provider: ProviderKey,
  client: string,
  credentialId: string,
  rates: ProviderRates = unpublished,
): Gate[] {
  return [
    { name: `credential#${credentialId}`, kind: 'credential', rate: rates.credential },
    { name: `provider#${provider}#${client}`, kind: 'provider', rate: rates.provider },
  ];
}
