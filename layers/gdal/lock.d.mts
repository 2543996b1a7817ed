/** For TypeScript what lock.mjs tells in JSDoc; that file itself runs before any package is installed. */
export interface Wheel {
  project: string;
  version: string;
  name: string;
  sha256: string;
  library: string;
}

export interface Lock {
  gdal: string;
  wheel: {
    project: string;
    version: string;
    files: Record<string, { name: string; sha256: string; library: string }>;
  };
  prebuilt: { version: string; sha256: Record<string, string> };
  node: { version: string; integrity: string };
  bundles: Record<string, { version: string; licence: string }>;
}

export function readLock(root: string): Lock;

export function wheelFor(lock: Lock, platform?: string): Wheel | undefined;

export function compareWithPin(file: Uint8Array, pinned: { name: string; sha256: string }, by?: string): void;

export function sha256Of(file: Uint8Array): string;
