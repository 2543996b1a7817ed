import * as z from 'zod';
import { type ByteRange, type Content, contentRange, rangeOf } from '../server/contents.ts';
import { header, jsonOf, Refusal, type SandboxAnswer } from '../server/exchange.ts';
import { contentFilled } from '../world/samples.ts';
import { axiomType, created, done, found, link, problem, refuse } from './answers.ts';
import { type Call, type DeereRoute, isoTime, named, ofOrganization, route, timeAsked } from './call.ts';
import { list } from './lists.ts';
import type { DeereFile } from './world.ts';

/** Larger files are only sent in parts. */
const wholeBytes = 50 * 1024 * 1024;
const scopes = ['files', 'ag3'];
const fileName = /^[A-Za-z0-9.,_-]{5,69}$/;
const copySchema = z.looseObject({
  name: z.string(),
  links: z.array(z.looseObject({ rel: z.string(), uri: z.string() })).optional(),
});
const changeSchema = z.looseObject({ name: z.string().optional(), archived: z.boolean().optional() });

export const fileRoutes: DeereRoute[] = [
  route('GET', '/files', 'files', scopes, (call) => {
    const own = [...call.world.files.values()].filter(({ organizationId }) => isConnected(call, organizationId));
    return list(
      call,
      own.filter((one) => isWanted(call, one)).map((one) => fileDocument(call, one)),
    );
  }),
  route('GET', '/organizations/{organization}/files', 'files', scopes, (call) =>
    list(
      call,
      ofOrganization(call, 'files')
        .filter((one) => isWanted(call, one))
        .map((one) => fileDocument(call, one)),
    ),
  ),
  route('POST', '/organizations/{organization}/files', 'createFile', scopes, (call) => {
    const { data } = copySchema.safeParse(jsonOf(call));
    if (!data || !fileName.test(data.name)) {
      const message = 'Invalid file name. File name must be 5-69 characters: alphanumeric, ., ",", - and _.';
      return refuse(400, { message, field: 'name', invalidValue: data?.name ?? '' });
    }
    const source = data.links
      ?.find(({ rel }) => rel === 'copyFrom')
      ?.uri.split('/')
      .at(-1);
    const copied = source === undefined ? undefined : call.world.files.get(source);
    if (source !== undefined && !copied)
      return refuse(400, { message: 'The file to copy was not found.', field: 'links', invalidValue: source });
    const id = String(577_500_000 + call.world.nextNumber());
    const now = isoTime(call.now);
    call.world.files.set(id, {
      ...{ id, organizationId: call.parameters.organization ?? '', name: data.name, type: copied?.type ?? 'UNKNOWN' },
      ...{
        source: 'SandboxGrower',
        status: copied ? 'READY' : 'UPLOAD_PENDING',
        isFromMachine: false,
        archived: false,
      },
      ...{ created: now, modified: now, ...(copied?.filling && { filling: copied.filling }) },
    });
    return created(`${call.platform}/files/${id}`);
  }),
  route(
    'GET',
    '/files/{file}',
    'file',
    scopes,
    (call) => {
      const file = ownFile(call);
      return wantsContent(call) ? contentAnswer(call, file) : found(fileDocument(call, file));
    },
    'file',
  ),
  route('PUT', '/files/{file}', 'putFile', scopes, (call) => putFile(call, ownFile(call)), 'file'),
];

function isConnected({ world }: Call, organizationId: string): boolean {
  return !world.isNothingSelected && world.organizations.get(organizationId)?.isConnected === true;
}

/** @throws Refusal with 404 for an unknown file, 403 for one of an organization that is not connected. */
function ownFile(call: Call): DeereFile {
  const file = named(call, 'files', 'file');
  if (!isConnected(call, file.organizationId))
    throw new Refusal(problem(403, { message: 'Unauthorized to access file' }));
  return file;
}

/** Filters of a list. @throws Refusal with 400 for an unknown one. */
function isWanted(call: Call, { isFromMachine, created, archived, type, status }: DeereFile): boolean {
  const { query } = call;
  const filter = query.get('filter')?.toUpperCase() ?? 'ALL';
  if (filter !== 'ALL' && filter !== 'MACHINE')
    return refuse(400, { message: 'Invalid filter value.', field: 'filter', invalidValue: filter });
  const [from, to] = [timeAsked(call, 'startDate'), timeAsked(call, 'endDate')];
  const [kind, transfer] = ['fileType', 'status'].map((name) => query.get(name));
  return (
    (filter === 'ALL' || isFromMachine) &&
    (from === undefined || Date.parse(created) >= from) &&
    (to === undefined || Date.parse(created) <= to) &&
    (!kind || type === kind) &&
    (!transfer || (transfer === 'TRANSFERABLE') === (status === 'READY')) &&
    archived === (query.get('archived') === 'true')
  );
}

export function fileDocument({ platform }: Call, file: DeereFile) {
  const { id, organizationId, name, type, source, status, archived, filling } = file;
  return {
    '@type': 'File',
    ...{ id, name, type, createdTime: file.created, modifiedTime: file.modified },
    ...{ nativeSize: filling ? contentFilled(filling).length : 0, source },
    ...{ transferPending: false, visibleViaShare: 'owned', shared: false, status, archived, new: false },
    links: [
      link('owningOrganization', `${platform}/organizations/${organizationId}`),
      link('partnerships', `${platform}/files/${id}/partnerships`),
      link('self', `${platform}/files/${id}`),
    ],
  };
}

/** Metadata are what axiom documents are asked for; everything else is about the bytes. */
function wantsContent(call: Call): boolean {
  return (
    /zip|octet-stream|multipart\/mixed/.test(header(call, 'accept') ?? '') &&
    !(header(call, 'accept') ?? '').includes('axiom')
  );
}

function contentAnswer(call: Call, { name, filling }: DeereFile): SandboxAnswer {
  if (!filling) return refuse(404, { message: 'File is not present.' });
  const content = contentFilled(filling);
  const type = header(call, 'accept')?.includes('zip') ? 'application/zip' : 'application/octet-stream';
  const headers = {
    'content-type': type,
    'accept-ranges': 'bytes',
    'content-disposition': `attachment; filename="${name}"`,
  };
  const range = rangeAsked(call, content);
  if (range === 'unsatisfiable') return { status: 416, headers: { 'content-range': `bytes */${content.length}` } };
  if (range)
    return {
      status: 206,
      headers: { ...headers, 'content-range': contentRange(range, content.length) },
      piece: { content, ...range },
    };
  if (content.length > wholeBytes) {
    return refuse(400, {
      message: 'Files of more than 50 MB are sent in parts only: use Range, or offset and size.',
      field: 'size',
      invalidValue: '-1',
    });
  }
  return { status: 200, headers, piece: { content, start: 0, end: content.length } };
}

/** A part by `Range`, or by `offset` and `size`; -1 stands for the whole. */
function rangeAsked(call: Call, content: Content): ByteRange | 'unsatisfiable' | undefined {
  const given = header(call, 'range');
  if (given !== undefined) return rangeOf(given, content.length);
  const [offset, size] = ['offset', 'size'].map((name) => Number(call.query.get(name) ?? call.matrix[name] ?? -1));
  if (offset === undefined || size === undefined || offset < 0 || size < 1) return undefined;
  return offset >= content.length ? 'unsatisfiable' : { start: offset, end: Math.min(offset + size, content.length) };
}

/** Bytes of a file that was created before, or changes of what is said of it. */
function putFile(call: Call, file: DeereFile): SandboxAnswer {
  const type = header(call, 'content-type') ?? '';
  if (/zip|octet-stream/.test(type)) {
    if (call.body.length === 0) return refuse(400, { message: 'The file is empty.' });
    Object.assign(file, {
      filling: { base64: call.body.toString('base64') },
      status: 'READY',
      modified: isoTime(call.now),
    });
    if (holdsPrescription(call.body)) file.type = 'PRESCRIPTION';
    return { ...done, headers: { 'content-type': axiomType } };
  }
  const { data } = changeSchema.safeParse(jsonOf(call));
  if (!data || (data.name !== undefined && !fileName.test(data.name)))
    return refuse(400, { message: 'Invalid file name.', field: 'name' });
  Object.assign(file, {
    ...(data.name && { name: data.name }),
    ...(data.archived !== undefined && { archived: data.archived }),
    modified: isoTime(call.now),
  });
  return { ...done, headers: { 'content-type': axiomType } };
}

/** Whether a zip names a file in a folder `Rx`, without unpacking it. */
const holdsPrescription = (zip: Buffer): boolean => zip.includes('Rx/');
