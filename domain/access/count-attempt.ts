import type { Clock } from '../clock.ts';
import { Problem } from '../errors.ts';
import type { AttemptCounter, AttemptKey, KnownNetworks } from './identity-store.ts';

/** Failures within this time are counted together. */
export const attemptWindowMilliseconds = 15 * 60_000;
/** Failures with one username from one network, after which the pair is refused until the window ends. */
export const maxFailuresFromNetwork = 5;
/**
 * Failures from one network with all usernames, after which new pairs of the network are refused until the window ends.
 */
export const maxFailuresOfNetwork = 100;
/**
 * Failures with one username from networks where it never signed in, after which such networks must wait before each
 * attempt.
 */
export const freeFailures = 20;
/** The wait of a network above `freeFailures`. Constant, so that `Retry-After` stays true. */
export const waitMilliseconds = 30_000;
/** A network that has waited may try without waiting for this long. */
const waitedMilliseconds = 24 * 60 * 60_000;

export interface AttemptServices {
  attempts: AttemptCounter;
  networks: KnownNetworks;
  clock: Clock;
}

/**
 * Counts an attempt to sign in before the password is checked, so that parallel guesses have no advantage. Failures of
 * strangers never lock a username: they do not count in networks where it signed in before, and cost one wait of 30
 * seconds elsewhere. Existing and unknown usernames are counted alike.
 *
 * @returns a function to call after the right password.
 * @throws Problem `rateLimited` with the seconds after which an attempt is checked again.
 */
export async function countAttempt(services: AttemptServices, name: string, network: string): Promise<Succeeded> {
  const { attempts, networks, clock } = services;
  const counted: AttemptKey[] = [];
  const takeBack = () => Promise.all(counted.map((key) => attempts.takeBack(key)));
  const count = async (key: AttemptKey, max: number) => {
    const { attempts: made, windowEnds } = await attempts.count(key, attemptWindowMilliseconds);
    if (made <= max) counted.push(key);
    else {
      await takeBack();
      throw tooMany(windowEnds, clock);
    }
    return made;
  };

  const pair: AttemptKey = ['pair', name, network];
  const [isKnown] = await Promise.all([networks.isKnown(name, network), count(pair, maxFailuresFromNetwork)]);
  if (!isKnown) {
    await count(['network', network], maxFailuresOfNetwork);
    const failures = await count(['name', name], Number.POSITIVE_INFINITY);
    if (failures > freeFailures) {
      const { windowEnds } = await attempts.count(['wait', name, network], waitedMilliseconds);
      const waitEnds = windowEnds - waitedMilliseconds + waitMilliseconds;
      if (clock.now() < waitEnds) {
        await takeBack();
        throw tooMany(waitEnds, clock);
      }
    }
  }
  return async () => {
    const [, ...others] = counted;
    await Promise.all([
      attempts.reset(pair),
      ...others.map((key) => attempts.takeBack(key)),
      networks.remember(name, network),
    ]);
  };
}

/** Removes the counted attempt, and remembers the network as one where the username signed in. */
export type Succeeded = () => Promise<void>;

function tooMany(until: number, clock: Clock): Problem {
  const seconds = Math.max(1, Math.ceil((until - clock.now()) / 1000));
  const wait = seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`;
  const detail = `Too many failed attempts to sign in. Try again in ${wait}.`;
  return new Problem('rateLimited', detail, { errorKey: 'signInLocked', retryAfterSeconds: seconds });
}
