import { fileURLToPath } from 'node:url';
import { type ContainedReaders, containedReaders } from '../../adapters/containment/contained-readers.ts';

/** Memory of one contained process: the function's (`maxMemoryMegabytes`), without the worker's own. */
const maxMegabytes = 2_400;
const maxHeapMegabytes = 1_536;

/**
 * The processes in which a worker reads foreign files. What the system cannot keep them from is said once, on loading.
 *
 * @param program that they run: a bundle beside the worker's own.
 * @example const reader = boundaryReader(fileReaders('read-boundaries'), systemClock, services);
 */
export function fileReaders(program: string): ContainedReaders {
  return containedReaders(
    { launcher: bundleOf('launch'), program: bundleOf(program), maxMegabytes, maxHeapMegabytes },
    (line) => console.warn(line),
  );
}

const bundleOf = (name: string) => fileURLToPath(new URL(`./${name}.mjs`, import.meta.url));
