import * as z from 'zod';
import { providerIdSchema } from '../../../domain/providers/provider-id.ts';
import type {
  FileList,
  FileListEnd,
  FileProvider,
  FoundFile,
  ProvidedFile,
} from '../../../domain/sync/file-provider.ts';
import { providerFileKey } from '../../../domain/sync/provider-file.ts';
import type { ChangeTokens } from '../../../domain/transport/changes.ts';
import { linkOf } from '../../../domain/transport/links.ts';
import type { OpenAccount } from '../account.ts';
import type { Needs } from '../provider-adapter.ts';
import { download } from '../transport/download.ts';
import { jsonOf } from '../transport/expects.ts';
import { valueIn } from '../transport/problem-of.ts';
import { axiom, deereList, isUnknown, lastSegment, linksSchema, untold } from './lists.ts';

const id = providerIdSchema;
const time = z.string().max(40);
const fileSchema = z.looseObject({
  id,
  name: z.string().max(255).default(''),
  type: z.string().max(100).default('UNKNOWN'),
  status: z.string().max(100).optional(),
  createdTime: time.optional(),
  modifiedTime: time.optional(),
  links: linksSchema,
});
const operationSchema = z.looseObject({
  id,
  fieldOperationType: z.string().max(100).default('operation'),
  modifiedTime: time.optional(),
  startDate: time.optional(),
  endDate: time.optional(),
  links: linksSchema,
});

/** The links of an operation, which name its field. */
const placedSchema = z.looseObject({ links: linksSchema });

/** Types of files that hold no recorded work, as the provider's list of types names them. */
const withoutWork = new Set(
  'SETUP PRESCRIPTION INVALID TIMBERLINK TIMBERMATIC PDF ISO_SETUP BOUNDARY EXCEL'.split(' '),
);

/** The provider sends files of more than 50 MB in ranges only. */
const rangeBytes = 32 * 1024 * 1024;

/** Files of John Deere Operations Center: those of an organization, and the shapefiles that it makes of field operations. */
export function deereFiles(account: OpenAccount, { changes, downloads }: Needs<'files'>): FileProvider {
  return {
    lists: ({ organizations, fields }) => [
      ...organizations.map((organizationId): FileList => ({ organizationId })),
      ...fields.flatMap(({ id: fieldId, organizationId }): FileList[] =>
        organizationId === undefined ? [] : [{ organizationId, fieldId }],
      ),
    ],

    async listOf(operationId) {
      const url = new URL(`${account.api}/fieldOperations/${encodeURIComponent(operationId)}`);
      const outcome = await account.transport.send({ url, headers: { accept: axiom }, expects: jsonOf(placedSchema) });
      if (isUnknown(outcome)) return undefined;
      const { links } = valueIn('John Deere', outcome);
      const [organizationId, fieldId] = ['organization', 'field'].map((rel) => lastSegment(linkOf(links, rel)));
      return { organizationId, fieldId };
    },

    file: async (id) => ofOrganization((await loggedFile(account, id)) ?? (await namedOperation(account, id))),

    files: (list, whole = false) => {
      const tokens = whole ? untold : changes;
      return list.fieldId === undefined ? loggedFiles(account, list, tokens) : operations(account, list, tokens);
    },

    isOf: ({ kind, organizationId, fieldIds }, list) =>
      organizationId === list.organizationId &&
      (list.fieldId === undefined ? kind === 'logged' : kind === 'operation' && fieldIds.includes(list.fieldId)),

    download: (file, target) =>
      download(
        { name: 'John Deere', contentType: 'application/zip', rangeBytes, ...requestOf(account.api, file), ...target },
        downloads(account),
      ),

    close: () => account.transport.flush(),
  };
}

/** The files of an organization. */
async function* loggedFiles(
  account: OpenAccount,
  { organizationId = '' }: FileList,
  tokens: ChangeTokens,
): AsyncGenerator<ProvidedFile, FileListEnd> {
  const others: string[] = [];
  const listed = deereList(account, `/organizations/${encodeURIComponent(organizationId)}/files`, fileSchema, tokens);
  let next = await listed.next();
  for (; !next.done; next = await listed.next()) {
    const { file, hindrance } = logged(next.value, organizationId);
    if (hindrance === undefined) yield file;
    else others.push(providerFileKey(file));
  }
  return { isWhole: next.value, others };
}

/** The operations on a field, as the shapefiles that the provider makes of them. */
async function* operations(
  account: OpenAccount,
  { organizationId = '', fieldId = '' }: FileList,
  tokens: ChangeTokens,
): AsyncGenerator<ProvidedFile, FileListEnd> {
  const path = `/organizations/${encodeURIComponent(organizationId)}/fields/${encodeURIComponent(fieldId)}`;
  const listed = deereList(account, `${path}/fieldOperations`, operationSchema, tokens);
  let next = await listed.next();
  for (; !next.done; next = await listed.next()) {
    yield operationFile(next.value, { organizationId, fieldId });
  }
  return { isWhole: next.value, others: [] };
}

function logged(
  { id, name, type, status = 'READY', ...times }: z.output<typeof fileSchema>,
  organizationId: string | undefined,
): FoundFile {
  const modifiedTime = times.modifiedTime ?? times.createdTime ?? '';
  const file: ProvidedFile = { id, kind: 'logged', type, name, modifiedTime, organizationId, fieldIds: [] };
  if (withoutWork.has(type.toUpperCase())) {
    return { file, hindrance: `It is a file of the type ${type}, which holds no recorded work.` };
  }
  return { file, ...(status !== 'READY' && { hindrance: `John Deere is not done with it: its status is ${status}.` }) };
}

function operationFile(
  { id, fieldOperationType: type, ...times }: z.output<typeof operationSchema>,
  { organizationId, fieldId }: Pick<FileList, 'organizationId' | 'fieldId'>,
): ProvidedFile {
  const { modifiedTime = times.endDate ?? '', startDate = '', endDate } = times;
  const name = `${[type, startDate.slice(0, 10), id].filter(Boolean).join('-')}.zip`;
  const fieldIds = fieldId === undefined ? [] : [fieldId];
  return { id, kind: 'operation', type, name, modifiedTime, endTime: endDate, organizationId, fieldIds };
}

/** Without its organization, nobody knows whether the grower shares it. */
function ofOrganization(found: FoundFile | undefined): FoundFile | undefined {
  if (!found || found.file.organizationId !== undefined) return found;
  return { ...found, hindrance: 'John Deere does not say to which organization it belongs.' };
}

/** A file of an organization, by its id. */
async function loggedFile({ transport, api }: OpenAccount, id: string): Promise<FoundFile | undefined> {
  const url = new URL(`${api}/files/${encodeURIComponent(id)}`);
  const outcome = await transport.send({ url, headers: { accept: axiom }, expects: jsonOf(fileSchema) });
  if (isUnknown(outcome)) return undefined;
  const { links, ...file } = valueIn('John Deere', outcome);
  return logged(file, lastSegment(linkOf(links, 'owningOrganization') ?? linkOf(links, 'organization')));
}

/** The shapefile of an operation, by its id. */
async function namedOperation({ transport, api }: OpenAccount, id: string): Promise<FoundFile | undefined> {
  const url = new URL(`${api}/fieldOperations/${encodeURIComponent(id)}`);
  const outcome = await transport.send({ url, headers: { accept: axiom }, expects: jsonOf(operationSchema) });
  if (isUnknown(outcome)) return undefined;
  const { links, ...operation } = valueIn('John Deere', outcome);
  const [organizationId, fieldId] = ['organization', 'field'].map((rel) => lastSegment(linkOf(links, rel)));
  return { file: operationFile(operation, { organizationId, fieldId }) };
}

/** A file as bytes; a shapefile, which has a form of its own for each query, by 202 until it is made and 307 to a signed URL. */
function requestOf(api: string, { kind, id }: ProvidedFile) {
  if (kind === 'logged') {
    return { url: new URL(`${api}/files/${encodeURIComponent(id)}`), headers: { accept: 'application/octet-stream' } };
  }
  const url = new URL(`${api}/fieldOps/${encodeURIComponent(id)}?shapeType=Point&resolution=EachSection`);
  return { url, headers: { accept: axiom, 'accept-uom-system': 'METRIC', 'accept-yield-preference': 'MASS' } };
}
