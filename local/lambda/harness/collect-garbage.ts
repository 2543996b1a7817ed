import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Collects garbage now. V8 does so only when memory is allocated, so that what a function needed to load and for its last event would stay for as long as it is idle.
 */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  // The first collection leaves what finalizers still hold.
  collect();
  collect();
}
