import { createRequire } from 'node:module';
import type * as koffiModule from 'koffi';

/**
 * Returns what calls the C library to give the memory that it keeps for later allocations back to the system. Does nothing where it keeps none, as on musl, macOS and Windows.
 *
 * @example const giveBackMemory = memoryGiver(); setInterval(giveBackMemory, 60_000).unref();
 */
export function memoryGiver(): () => void {
  try {
    const koffi = createRequire(import.meta.url)('koffi') as typeof koffiModule;
    const trim = koffi.load(null).func('int malloc_trim(size_t pad)');
    return () => void trim(0);
  } catch {
    return () => {};
  }
}
