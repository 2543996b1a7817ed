import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { storageFull } from '../../../domain/errors.ts';
import { limits } from '../../../domain/limits.ts';
import { sendingPath } from '../../../domain/prescriptions/sending-path.ts';
import { placeOfPart, type UploadTarget } from '../../../domain/uploads/upload-session.ts';
import { uploadsApi } from '../../../functions/areas/uploads/api.ts';
import { areas } from '../../../functions/areas.ts';
import { plainFileName } from '../../../functions/http/body/file-name.ts';
import { batchPath } from '../../../functions/http/operations-base.ts';
import { problemDocument } from '../../../functions/http/problem.ts';
import { routes } from '../../../functions/http/routes.ts';
import { routeFinder } from '../../../functions/http/routing/find-route.ts';
import { withoutLastSlashes } from '../../../functions/http/routing/last-slash.ts';
import { soilBatchPath } from '../../../functions/http/soil-batches.ts';
import { asStorageFailure } from '../../state/storage/storage-failure.ts';
import type { HttpAnswer } from '../http-answer.ts';
import type { Intercept, InterceptedRequest } from '../intercept.ts';
import { prescriptionSession } from './prescription-session.ts';
import { sendPart } from './send-parts.ts';
import { soilSession } from './soil-session.ts';
import { type SpooledFile, type SpooledForm, spoolFiles } from './spool-file.ts';

/** The number of URLs that one call signs. */
const partsPerCall = 100;

/** An endpoint that takes a file, and what the file becomes. */
interface UploadRoute {
  part: string;
  /** Files that it takes at once, if more than one. */
  many: number | undefined;
  /** Query parameters that may be texts of the form. */
  parameters: readonly string[];
  target: UploadTarget;
  /** The template of its path. */
  template: string;
}

/**
 * Lets the upload endpoints accept files of any size, unlike API Gateway: a file that is too large is written to disk
 * first and then uploaded like a client would in AWS, through an upload session and its handlers.
 *
 * @param dir the folder for temporary files; emptied at the start.
 */
export async function uploadIntercept(dir: string): Promise<Intercept> {
  await rm(dir, { recursive: true, force: true });
  const findUpload = uploadFinder();
  return (request) => {
    const upload = findUpload(request);
    // Smaller uploads are left to the function, as in AWS.
    const isSmall = Number(request.headers['content-length']) <= limits.inlineBytes;
    return upload && !isSmall && !isDryRun(request, upload)
      ? () => takeUpload(request, upload, dir).catch(refuseOnFullDisk(request))
      : undefined;
  };
}

/** A dry run of soil results is answered by its function, whatever its size: no session stores what it reads. */
function isDryRun({ incoming }: InterceptedRequest, { target }: UploadRoute): boolean {
  const query = new URL(incoming.url ?? '', 'http://gateway').searchParams;
  return target === 'soilSamples' && query.get('dryRun') === 'true';
}

/** Finds the endpoint by method and path, as its function does. */
function uploadFinder(): (request: InterceptedRequest) => UploadRoute | undefined {
  const find = routeFinder(routes(areas).filter(({ endpoint: { body } }) => body?.kind === 'multipart'));
  return ({ method, path }) => {
    const endpoint = find(method, withoutLastSlashes(path))?.endpoint;
    const body = endpoint?.body;
    if (body?.kind !== 'multipart') return undefined;
    const { part, many, parameters = [], uploadTarget: target } = body;
    return target && { part, many, parameters, target, template: endpoint?.path ?? '' };
  };
}

async function takeUpload(request: InterceptedRequest, route: UploadRoute, dir: string): Promise<void> {
  const query = new URL(request.incoming.url ?? '', 'http://gateway').searchParams;
  // An expired token is refused before gigabytes are sent.
  const allowed = await request.invoke({ method: 'GET', path: `${uploadsApi.base}/upload`, query: 'size=1' });
  if (allowed.statusCode >= 400) return request.send(allowed);

  // One file more than may be sent, so that the session refuses it as the function would.
  const maxFiles = route.many === undefined ? 1 : route.many + 1;
  const form = await spoolFiles(request.incoming, { dir, part: route.part, maxFiles, maxBytes: limits.uploadBytes });
  if (form === 'unreadable') return request.send(await withoutFile(request));
  if (form === 'too long') return request.send(await beginSession(request, route, query, [tooLongFile]));
  try {
    for (const name of route.parameters) {
      const text = form.texts[name];
      if (text !== undefined && !query.has(name)) query.set(name, text);
    }
    request.send(await throughSession(request, route, query, form));
  } finally {
    for (const { path } of form.files) await rm(path, { force: true });
  }
}

/** The disk can be full while the file is written, or later, when its parts are uploaded to the bucket. */
function refuseOnFullDisk(request: InterceptedRequest): (error: unknown) => void {
  return (error) => {
    if (!asStorageFailure(error, 'this server')?.isFull) throw error;
    const problem = storageFull(error);
    const path = new URL(request.incoming.url ?? '', 'http://gateway').pathname;
    request.send({
      statusCode: problem.status,
      headers: { 'content-type': 'application/problem+json', 'retry-after': String(problem.retryAfterSeconds) },
      cookies: [],
      body: JSON.stringify(problemDocument(problem, { path, requestId: randomUUID() })),
    });
  };
}

const tooLongFile = { fileName: 'upload', sizeBytes: limits.uploadBytes + 1 };

/** Passes a form without a file to the endpoint, which explains the problem. */
function withoutFile(request: InterceptedRequest): Promise<HttpAnswer> {
  return request.invoke({ headers: { 'content-type': 'multipart/form-data; boundary=none' }, body: '--none--\r\n' });
}

function beginSession(
  request: InterceptedRequest,
  { target, template }: UploadRoute,
  query: URLSearchParams,
  files: readonly Pick<SpooledFile, 'fileName' | 'sizeBytes'>[],
): Promise<HttpAnswer> {
  if (target === 'prescriptions') {
    const [file = tooLongFile] = files;
    return sessionCall(request, 'POST', '', prescriptionSession(request.path, template, query, file));
  }
  if (target === 'soilSamples') return sessionCall(request, 'POST', '', soilSession(query, files));
  const { farmId, ...parameters } = Object.fromEntries(query);
  const [{ fileName, sizeBytes } = tooLongFile] = files;
  return sessionCall(request, 'POST', '', {
    ...parameters,
    ...(farmId !== undefined && { farmId: /^\d+$/.test(farmId) ? Number(farmId) : farmId }),
    target,
    ...{ fileName: plainFileName(fileName), sizeBytes },
  });
}

async function throughSession(
  request: InterceptedRequest,
  route: UploadRoute,
  query: URLSearchParams,
  { files }: SpooledForm,
): Promise<HttpAnswer> {
  const begun = await beginSession(request, route, query, files);
  if (begun.statusCode !== 201) return begun;
  const session = JSON.parse(String(begun.body));
  const { id, partCount, partSizeBytes } = session;
  const replayed = begun.headers['idempotency-replayed'] && (await finishedRecord(request, route, session));
  if (replayed && route.target === 'prescriptions') return sendPrescription(request, session, query);
  if (replayed) return replayed;
  for (let first = 1; first <= partCount; first += partsPerCall) {
    const partNumbers = Array.from({ length: Math.min(partsPerCall, partCount - first + 1) }, (_, i) => first + i);
    const signed = await sessionCall(request, 'POST', `/${id}/parts`, { partNumbers });
    if (signed.statusCode !== 200) return signed;
    for (const part of JSON.parse(String(signed.body)).parts) {
      const { index, partNumber } = placeOfPart(session, part.partNumber);
      const file = files[index] ?? files[0];
      await sendPart(file.path, { ...part, partNumber }, partSizeBytes, file.sizeBytes);
    }
  }
  const completed = await sessionCall(request, 'POST', `/${id}/complete`);
  const isSent = route.target === 'prescriptions' && completed.statusCode === 201;
  return isSent ? sendPrescription(request, session, query) : completed;
}

/** The upload or batch of an earlier request with the same Idempotency-Key; an interrupted one is continued. */
async function finishedRecord(
  request: InterceptedRequest,
  { target }: UploadRoute,
  session: { id: string; svcUserId: string },
): Promise<HttpAnswer | undefined> {
  const { id } = session;
  const paths: Partial<Record<UploadTarget, string>> = {
    machineFiles: batchPath(id),
    soilSamples: soilBatchPath(id),
    prescriptions: sendingPath(session),
  };
  const path = paths[target] ?? `${uploadsApi.base}/upload/${id}`;
  const record = await request.invoke({ method: 'GET', path, query: '' });
  return record.statusCode === 200 ? { ...record, statusCode: 201 } : undefined;
}

/** Sends what the session has brought, or shows by a dry run that it would be. */
function sendPrescription(
  request: InterceptedRequest,
  session: { id: string; svcUserId: string },
  query: URLSearchParams,
): Promise<HttpAnswer> {
  const dryRun = query.get('dryRun');
  return request.invoke({
    method: 'POST',
    path: `${sendingPath(session)}/send`,
    query: dryRun === null ? '' : `dryRun=${encodeURIComponent(dryRun)}`,
    headers: { 'content-type': 'application/json' },
    body: '',
  });
}

function sessionCall(request: InterceptedRequest, method: string, path: string, body?: object): Promise<HttpAnswer> {
  return request.invoke({
    method,
    path: `${uploadsApi.base}/upload-sessions${path}`,
    query: '',
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
}
