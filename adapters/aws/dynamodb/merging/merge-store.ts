import type { Clock } from '../../../../domain/clock.ts';
import { Problem } from '../../../../domain/errors.ts';
import type { MergeStore } from '../../../../domain/merging/merge-store.ts';
import { deletionEvent } from '../fields/deletion-event.ts';
import { fieldDeletion } from '../fields/field-deletion.ts';
import { fieldDirectory } from '../fields/field-directory.ts';
import { boundaryKey, fieldFromItem, fieldKey, type StoredBoundary } from '../fields/field-item.ts';
import type { FieldWriterServices } from '../fields/field-writes.ts';
import { loadGeometry } from '../fields/geometry-text.ts';
import { getMany } from '../get-many.ts';
import { setApart, writeMergedField } from './write-merged-field.ts';

/** Shapes that are loaded in parallel. */
const loadedAtOnce = 50;

/** Fields for merging, in the user's partition of the fields table. */
export function mergeStore(services: FieldWriterServices & { clock: Clock }): MergeStore {
  const { fields, users, files } = services;
  const directory = fieldDirectory(fields, files);
  const deletion = fieldDeletion(services, { users, event: deletionEvent(services) });

  const stored = async (ownerId: string, svcUserId: string, fieldIds: readonly string[]) => {
    const keys = fieldIds.map((id) => fieldKey(ownerId, svcUserId, id));
    const items = await getMany(fields, keys, { consistent: true });
    return items.flatMap((item) => (item && fieldFromItem(item)) ?? []);
  };

  return {
    field: async (ownerId, svcUserId, fieldId) => (await stored(ownerId, svcUserId, [fieldId]))[0]?.field,

    async members(ownerId, svcUserId, fieldIds) {
      const found = await stored(ownerId, svcUserId, fieldIds);
      const keys = found.map(({ field, active }) => boundaryKey(ownerId, svcUserId, field.id, active?.id ?? 'none'));
      const shapes = await getMany(fields, keys, { consistent: true });
      const members = [];
      for (let start = 0; start < found.length; start += loadedAtOnce) {
        const some = found.slice(start, start + loadedAtOnce).map(async ({ field }, index) => {
          const item = shapes[start + index];
          return { field, boundary: item && (await loadGeometry(files, item.boundary as StoredBoundary)) };
        });
        members.push(...(await Promise.all(some)));
      }
      return members;
    },

    boundary: directory.boundary,

    async near(ownerId, svcUserId, shape) {
      try {
        return (await directory.near(ownerId, svcUserId, shape)).map(({ fieldId }) => fieldId);
      } catch (error) {
        if (error instanceof Problem && error.errorKey === 'geometryTooWide') return undefined;
        throw error;
      }
    },

    merge: (ownerId, merged, before, sources) => writeMergedField(services, ownerId, merged, before, sources),

    async remove(ownerId, { svcUserId, id }) {
      await deletion.remove(ownerId, svcUserId, id, () => {});
    },

    async setApart(ownerId, field, problem) {
      await setApart(services, ownerId, field, problem);
    },
  };
}
