import type { Wheel } from './lock.mjs';

/** For TypeScript what wheel.mjs tells in JSDoc. */
export function fetchWheel(wheel: Wheel, env: NodeJS.ProcessEnv): Promise<Buffer>;
