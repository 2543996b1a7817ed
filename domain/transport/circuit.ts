/** The circuit of one provider, or of one credential. */
export interface CircuitState {
  /** Failures in a row, by owner: one owner alone does not open the circuit of all. */
  failures: Readonly<Record<string, number>>;
  /** When the first of them was, in milliseconds since 1970. */
  since: number;
  /** How often it has opened in a row. */
  opened: number;
  /** Until when nothing is sent; afterwards one request at a time tries. */
  openUntil?: number | undefined;
  /** Until when the one request that tries is waited for. */
  tryingUntil?: number | undefined;
}

export interface CircuitRule {
  /** Failures in a row that open it. */
  failures: number;
  /** Owners that these have to be of. */
  owners: number;
}

/** Five failures in a row of a credential concern that credential; of at least two owners, the provider. */
export const circuitRules = {
  credential: { failures: 5, owners: 1 },
  provider: { failures: 5, owners: 2 },
} as const satisfies Record<string, CircuitRule>;

const firstMilliseconds = 30_000;
const maxMilliseconds = 15 * 60_000;
const tryMilliseconds = 30_000;
/** Failures that lie so far apart are not in a row. */
const rowMilliseconds = 10 * 60_000;

/** `open`: nothing is sent before `until`; `trying`: this request is the one that tries. */
export type Passage = { kind: 'closed' } | { kind: 'trying'; state: CircuitState } | { kind: 'open'; until: number };

/** Whether a request may pass. The state of one that tries has to be written first, so that others do not try too. */
export function passage(state: CircuitState | undefined, now: number): Passage {
  if (state?.openUntil === undefined) return { kind: 'closed' };
  if (state.openUntil > now) return { kind: 'open', until: state.openUntil };
  if (state.tryingUntil !== undefined && state.tryingUntil > now) return { kind: 'open', until: state.tryingUntil };
  return { kind: 'trying', state: { ...state, tryingUntil: now + tryMilliseconds } };
}

/** The state after a failure that says something about the provider: no connection, no answer in time, 5xx. */
export function afterFailure(
  before: CircuitState | undefined,
  owner: string,
  now: number,
  rule: CircuitRule,
): CircuitState {
  const isRow = before !== undefined && (before.openUntil !== undefined || now - before.since <= rowMilliseconds);
  const kept = isRow ? before : undefined;
  const failures = { ...kept?.failures, [owner]: (kept?.failures[owner] ?? 0) + 1 };
  const count = Object.values(failures).reduce((sum, one) => sum + one, 0);
  const { since = now, opened = 0, openUntil, tryingUntil } = kept ?? {};
  const state = { failures, since, opened };
  const isTry = openUntil !== undefined && openUntil <= now;
  const opens =
    isTry || (openUntil === undefined && count >= rule.failures && Object.keys(failures).length >= rule.owners);
  if (!opens) return { ...state, openUntil, tryingUntil };
  return {
    ...state,
    opened: opened + 1,
    openUntil: now + Math.min(firstMilliseconds * 2 ** Math.min(opened, 10), maxMilliseconds),
  };
}
