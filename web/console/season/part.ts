import { type ReadonlySignal, signal } from '@preact/signals';
import { ApiProblem } from '../../api/client.ts';

export type PartState = { step: 'loading' } | { step: 'ready' } | { step: 'failed'; reason: string };

/** A part of a season, which loads and fails by itself. */
export interface Part<T> {
  /** The initial value until the part has loaded, and if it fails. */
  value: ReadonlySignal<T>;
  state: ReadonlySignal<PartState>;
  /** Loads it, also once more after a failure; calls during a load share it. A part that is there stays so until the next value is. Does not throw. */
  load(): Promise<void>;
}

/**
 * A part with its initial value.
 *
 * @example const weather = part<WeatherDay[]>([], () => readWeather(api, field, range));
 */
export function part<T>(initial: T, read: () => Promise<T>): Part<T> {
  const value = signal(initial);
  const state = signal<PartState>({ step: 'loading' });
  let running: Promise<void> | undefined;
  const run = async () => {
    // What is shown stays while it is loaded once more.
    if (state.value.step !== 'ready') state.value = { step: 'loading' };
    try {
      value.value = await read();
      state.value = { step: 'ready' };
    } catch (error) {
      state.value = { step: 'failed', reason: reasonOf(error) };
    }
    running = undefined;
  };
  return {
    value,
    state,
    load() {
      running ??= run();
      return running;
    },
  };
}

/** A sentence on why a request failed. */
export function reasonOf(error: unknown): string {
  if (error instanceof ApiProblem && error.status === 0) return 'The server did not answer.';
  const message = error instanceof Error ? error.message : '';
  return message === '' ? 'The request failed.' : /[.!?…]$/.test(message) ? message : `${message}.`;
}
