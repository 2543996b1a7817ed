import * as z from 'zod';
import { providerIdSchema } from '../../../domain/providers/provider-id.ts';
import type { FileProvider, ProvidedFile } from '../../../domain/sync/file-provider.ts';
import type { OpenAccount } from '../account.ts';
import type { Needs } from '../provider-adapter.ts';
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
export function climateFiles(account: OpenAccount, { changes, downloads }: Needs<'files'>): FileProvider {
  const { user, provider, credentialId, renewedTime, api } = account;
  return {
    lists: ({ fields }) => (fields.length > 0 ? kinds.map((kind) => ({ kind })) : []),

    // There is no document of one file: lists of all of them are read.
    async file(id) {
      for (const kind of kinds) {
        for await (const { files } of pagesOf(account, kind)) {
          const file = files.find((one) => one.id === id);
          if (file) return { file };
        }
      }
      return undefined;
    },

    async *files({ kind = '' }, whole = false) {
      const list = { ...user, provider, credentialId, renewedTime, list: api + pathOf(kind) };
      const pages = pagesOf(account, kind, whole ? undefined : await changes.get(list));
      let next = await pages.next();
      for (; !next.done; next = await pages.next()) {
        const { files, mark } = next.value;
        yield* files;
        // The token of any page leads on, and what it has passed has been taken.
        if (mark !== undefined && !whole) await changes.put(list, mark);
      }
      return { isWhole: next.value, others: [] };
    },

    isOf: ({ type }, list) => type === list.kind,

    download({ id, type = '', sizeBytes }, target) {
      const url = new URL(`${api}${pathOf(type)}/${encodeURIComponent(id)}/contents`);
      return download(
        {
          ...{ name: 'Climate FieldView', url, headers: { accept: '*/*' }, contentType: 'application/zip' },
          rangeBytes: Math.min(maxRangeBytes, sizeBytes ?? maxRangeBytes) || 1,
          ...(sizeBytes !== undefined && { expectedBytes: sizeBytes }),
          ...target,
        },
        downloads(account),
      );
    },

    close: () => account.transport.flush(),
  };
}

const pathOf = (kind: string) => `/layers/${encodeURIComponent(kind)}`;

/** The pages of a list, with the token that leads on. @returns whether all of it was read from its beginning. */
async function* pagesOf(
  account: OpenAccount,
  kind: string,
  since?: string,
): AsyncGenerator<{ files: ProvidedFile[]; mark?: string | undefined }, boolean> {
  const pages = climateList(account, pathOf(kind), layerSchema, { since, accept: '*/*' });
  let next = await pages.next();
  for (; !next.done; next = await pages.next()) {
    const { items, mark } = next.value;
    yield { files: items.map((item) => fileOf(kind, item)), mark };
  }
  return next.value;
}

function fileOf(
  kind: string,
  { id, startTime = '', endTime, length, fieldIds, ...times }: z.output<typeof layerSchema>,
): ProvidedFile {
  const modifiedTime = times.updatedAt ?? times.createdAt ?? '';
  const name = `${[kind, startTime.slice(0, 10), id].filter(Boolean).join('-')}.zip`;
  const file = { id, kind: 'logged', type: kind, name, modifiedTime, endTime, fieldIds } as const;
  return { ...file, ...(length !== undefined && { sizeBytes: length }) };
}
