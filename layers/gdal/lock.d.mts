/** For TypeScript what lock.mjs tells in JSDoc; that file itself runs before any package is installed. */
export function knownHash(wanted: {
  root: string;
  env: NodeJS.ProcessEnv;
  version: string;
  binding: string;
}): string | undefined;

export function refusal(archive: Uint8Array, known: string | undefined): string | undefined;
