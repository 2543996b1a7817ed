import * as z from 'zod';
import { providerIdSchema } from '../../../domain/providers/provider-id.ts';
import type { FileProvider, ProvidedFile } from '../../../domain/sync/file-provider.ts';
import type { FileAccount } from '../file-providers.ts';
import { download } from '../transport/download.ts';
import { climateList } from './lists.ts';

/** The lists of recorded work. */
const kinds = ['asPlanted', 'asHarvested', 'asApplied'];

/** The most that a range may have. A range must not reach behind the end of the file, which its list says. */
const maxRangeBytes = 5 * 1024 * 1024;

const time = z.string().max(40);
const layerSchema = z.looseObject({
  id: providerIdSchema,
  startTime: time.optional(),
  endTime: time.optional(),
  createdAt: time.optional(),
  updatedAt: time.optional(),
  length: z.int().nonnegative().optional(),
  fieldIds: z.array(providerIdSchema).max(1_000).default([]),
});

/** Recorded work of Climate FieldView, by the tokens of its lists. */
export function climateFiles({ account, changes, downloads }: FileAccount): FileProvider {
  const { user, provider, credentialId, renewedTime, api } = account;
  return {
    lists: ({ fields }) => (fields.length > 0 ? kinds.map((kind) => ({ kind })) : []),

    async *files({ kind = '' }, whole = false) {
      const path = `/layers/${encodeURIComponent(kind)}`;
      const list = { ...user, provider, credentialId, renewedTime, list: api + path };
      const since = whole ? undefined : await changes.get(list);
      const pages = climateList(account, path, layerSchema, { since, accept: '*/*' });
      let next = await pages.next();
      for (; !next.done; next = await pages.next()) {
        const { items, mark } = next.value;
        for (const { id, startTime = '', endTime, length, fieldIds, ...times } of items) {
          const modifiedTime = times.updatedAt ?? times.createdAt ?? '';
          const name = `${[kind, startTime.slice(0, 10), id].filter(Boolean).join('-')}.zip`;
          const file = { id, kind: 'logged', type: kind, name, modifiedTime, endTime, fieldIds } as const;
          yield { ...file, ...(length !== undefined && { sizeBytes: length }) } satisfies ProvidedFile;
        }
        // The token of any page leads on, and what it has passed has been taken.
        if (mark !== undefined && !whole) await changes.put(list, mark);
      }
      return { isWhole: next.value, others: [] };
    },

    isOf: ({ type }, list) => type === list.kind,

    download({ id, type = '', sizeBytes }, target) {
      const url = new URL(`${api}/layers/${encodeURIComponent(type)}/${encodeURIComponent(id)}/contents`);
      return download(
        {
          ...{ name: 'Climate FieldView', url, headers: { accept: '*/*' }, contentType: 'application/zip' },
          rangeBytes: Math.min(maxRangeBytes, sizeBytes ?? maxRangeBytes) || 1,
          ...(sizeBytes !== undefined && { expectedBytes: sizeBytes }),
          ...target,
        },
        downloads,
      );
    },

    close: () => account.transport.flush(),
  };
}
