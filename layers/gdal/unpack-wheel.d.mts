import type { Wheel } from './lock.mjs';

/** For TypeScript what unpack-wheel.mjs tells in JSDoc. */
export function unpackWheel(
  file: Uint8Array,
  wheel: Wheel,
  folders: { library: string; notices?: string },
): Promise<void>;
