import type { Eraser } from '../../domain/erasure/eraser.ts';
import type { ObjectStore } from '../../domain/files/object-store.ts';

/** DeleteObjects takes as many. */
const keysAtOnce = 1_000;

/** Removes the objects below a user's prefixes. */
export function prefixEraser(
  covers: string,
  prefixesOf: (ownerId: string, svcUserId: string) => string[],
  files: ObjectStore,
): Eraser {
  return {
    covers,
    async erase({ ownerId, svcUserId }) {
      for (const prefix of prefixesOf(ownerId, svcUserId)) await eraseBelow(prefix, files);
    },
  };
}

async function eraseBelow(prefix: string, files: ObjectStore): Promise<void> {
  let keys: string[] = [];
  for await (const key of files.list(prefix)) {
    keys.push(key);
    if (keys.length < keysAtOnce) continue;
    await files.remove(keys);
    keys = [];
  }
  if (keys.length > 0) await files.remove(keys);
}
