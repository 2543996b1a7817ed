import type { Windows } from './rate.ts';

/** The permits of one gate, shared by all instances. */
export interface GateState {
  /** The number of the window: milliseconds since 1970 by the length of a window. */
  window: number;
  /** Permits that owners have taken in this window. */
  taken: Readonly<Record<string, number>>;
  /** Owners that have asked in this window or the one before, with the last window in which they did. */
  asking: Readonly<Record<string, number>>;
  /** Nobody gets a permit before this time, in milliseconds since 1970: the provider has asked to be left alone. */
  pausedUntil?: number | undefined;
}

export interface Taken {
  state: GateState;
  /** Permits for this window; 0 if there are none. */
  granted: number;
  /** When the window ends, and with it the permits. If nothing was granted, when to ask again. */
  until: number;
}

/** Of a window so many permits are left to owners that are new in it, so that they need not wait for the next one. */
const forNewcomers = 0.1;
/** Smaller windows are over soon. */
const leastShared = 5;
/** More owners than that in one window are forgotten, and then get a part of it when they ask again. */
const maxOwners = 200;

/**
 * Takes permits for an owner. Owners that ask share a window equally; one that is alone has all but a tenth of it. Pure: the caller writes the state if nobody else has
 * meanwhile.
 *
 * @param want how many permits the caller has use for in this window.
 */
export function takePermits(
  before: GateState | undefined,
  owner: string,
  want: number,
  now: number,
  { milliseconds, permits }: Windows,
): Taken {
  const window = Math.floor(now / milliseconds);
  const end = (window + 1) * milliseconds;
  const taken = before?.window === window ? before.taken : {};
  const others = Object.entries(before?.asking ?? {}).filter(([name, at]) => at >= window - 1 && name !== owner);
  const asking = Object.fromEntries([...others.slice(-maxOwners), [owner, window]]);
  const { pausedUntil = 0 } = before ?? {};
  const state = { window, taken, asking, ...(pausedUntil > now && { pausedUntil }) };
  if (pausedUntil > now) return { state, granted: 0, until: pausedUntil };
  const used = Object.values(taken).reduce((sum, count) => sum + count, 0);
  const own = taken[owner] ?? 0;
  const reserve = permits < leastShared ? 0 : Math.ceil(permits * forNewcomers);
  const left = permits - used - (own === 0 ? 0 : reserve);
  const share = shareOf(owner, Object.keys(asking), window, permits - reserve);
  const granted = Math.max(0, Math.min(want, share - own, left));
  if (granted === 0) return { state, granted, until: end };
  return { state: { ...state, taken: { ...taken, [owner]: own + granted } }, granted, until: end };
}

/** An equal part; what does not divide goes to other owners in each window, in turn. */
function shareOf(owner: string, owners: string[], window: number, permits: number): number {
  const place = (owners.sort().indexOf(owner) + window) % owners.length;
  return Math.floor(permits / owners.length) + (place < permits % owners.length ? 1 : 0);
}

/** Closes a gate for a while, because the provider has asked for it; never shorter than before. */
export function pausedGate(before: GateState | undefined, until: number): GateState {
  const { window = 0, taken = {}, asking = {}, pausedUntil = 0 } = before ?? {};
  return { window, taken, asking, pausedUntil: Math.max(pausedUntil, until) };
}
