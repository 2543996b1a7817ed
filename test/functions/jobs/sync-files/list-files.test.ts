import { expect, test } from 'vitest';
import { resolveConfig } from '../../../../domain/configuration/resolve-config.ts';
import type { Field } from '../../../../domain/fields/field.ts';
import type { FileListEnd, ProvidedFile } from '../../../../domain/sync/file-provider.ts';
import { listFiles } from '../../../../functions/jobs/sync-files/list-files.ts';
import type { FileSyncServices } from '../../../../functions/jobs/sync-files/services.ts';

const account = { ownerId: 'o', svcUserId: 'u', provider: 'JohnDeere', credentialId: 'c' } as const;

/** The files that are asked for after a list was read, and how often all fields were. */
async function read(list: { organizationId: string; fieldId?: string }, files: ProvidedFile[]) {
  const asked: string[] = [];
  let readings = 0;
  async function* listed(): AsyncGenerator<ProvidedFile, FileListEnd> {
    yield* files;
    return { isWhole: false, others: [] };
  }
  const services = {
    settings: async () => resolveConfig({}),
    link: async () => ({ credentialId: 'c' }),
    providerOf: async () => ({ files: listed, close: async () => {} }),
    absences: { all: async () => new Map() },
    notes: { get: async () => undefined, put: async () => {} },
    store: { note: async () => true },
    async *fields() {
      readings += 1;
      yield { status: 'PROCESSED', providerFieldId: 'north', organizationId: '1' } as Field;
    },
    clock: { now: () => Date.UTC(2026, 5, 1) },
  } as unknown as FileSyncServices;
  const queue = { send: async (message: object) => void asked.push((message as { fileKey: string }).fileKey) };
  await listFiles({ step: 'list', ...account, list }, { queue }, services);
  return { asked, readings };
}

const file = (id: string, members: Partial<ProvidedFile>): ProvidedFile => ({
  ...{ id, kind: 'operation', name: id, modifiedTime: '2026-05-01T00:00:00Z', organizationId: '1', fieldIds: [] },
  ...members,
});

test('the list of a field has its files fetched without a look at all fields', async () => {
  const files = [file('a', { fieldIds: ['north'] }), file('b', { fieldIds: ['north'] })];
  expect(await read({ organizationId: '1', fieldId: 'north' }, files)).toEqual({
    asked: ['operation#a', 'operation#b'],
    readings: 0,
  });
});

test('files of other lists are fetched where a field is enabled, by one look at the fields', async () => {
  const files = [
    file('a', { fieldIds: ['north'] }),
    file('b', { fieldIds: ['south'] }),
    file('c', { kind: 'logged' }),
    file('d', { kind: 'logged', organizationId: '2' }),
    file('e', { kind: 'logged', modifiedTime: '2001-05-01T00:00:00Z' }),
  ];
  expect(await read({ organizationId: '1' }, files)).toEqual({ asked: ['operation#a', 'logged#c'], readings: 1 });
});
