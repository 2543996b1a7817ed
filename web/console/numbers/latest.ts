import { type ReadonlySignal, signal } from '@preact/signals';
import { reasonOf } from '../season/part.ts';

/** The newest answer to a question that changes. While the next one is awaited, the former stays. */
export interface LatestState<T> {
  step: 'idle' | 'asking' | 'ready' | 'failed';
  value?: T;
  /** Why the last question failed. */
  reason?: string;
}

export interface Latest<T> {
  state: ReadonlySignal<LatestState<T>>;
  /**
   * Asks a moment later, unless another question comes first; an answer to a former question is dropped. `undefined` asks nothing.
   *
   * @param key what the question is about: one with the key of the former, which has not failed, is not asked again.
   */
  ask(read: ((signal: AbortSignal) => Promise<T>) | undefined, key?: string): void;
}

/** Calls something later; returns how to cancel it. */
export type Later = (work: () => void) => () => void;

const milliseconds = 250;
const soon: Later = (work) => {
  const timer = setTimeout(work, milliseconds);
  return () => clearTimeout(timer);
};

/** An answer that follows a question which changes often, as while a zone is being drawn. */
export function latest<T>(later: Later = soon): Latest<T> {
  const state = signal<LatestState<T>>({ step: 'idle' });
  let cancel = () => {};
  let asked: string | undefined;
  const run = async (read: (signal: AbortSignal) => Promise<T>, control: AbortController) => {
    try {
      const value = await read(control.signal);
      if (!control.signal.aborted) state.value = { step: 'ready', value };
    } catch (error) {
      if (control.signal.aborted) return;
      asked = undefined;
      state.value = { step: 'failed', reason: reasonOf(error) };
    }
  };
  return {
    state,
    ask(read, key) {
      if (read && key !== undefined && key === asked) return;
      asked = read && key;
      cancel();
      if (!read) {
        cancel = () => {};
        state.value = { step: 'idle' };
        return;
      }
      const { value } = state.peek();
      state.value = { step: 'asking', ...(value !== undefined && { value }) };
      const control = new AbortController();
      const stop = later(() => void run(read, control));
      cancel = () => {
        stop();
        control.abort();
      };
    },
  };
}
