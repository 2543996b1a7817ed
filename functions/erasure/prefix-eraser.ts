import type { Eraser } from '../../domain/erasure/eraser.ts';
import type { ObjectStore } from '../../domain/files/object-store.ts';

/** DeleteObjects takes as many. */
const keysAtOnce = 1_000;

/** Removes the objects below a user's prefix. */
export function prefixEraser(
  covers: string,
  prefixOf: (ownerId: string, svcUserId: string) => string,
  files: ObjectStore,
): Eraser {
  return {
    covers,
    async erase({ ownerId, svcUserId }) {
      let keys: string[] = [];
      for await (const key of files.list(prefixOf(ownerId, svcUserId))) {
        keys.push(key);
        if (keys.length < keysAtOnce) continue;
        await files.remove(keys);
        keys = [];
      }
      if (keys.length > 0) await files.remove(keys);
    },
  };
}
