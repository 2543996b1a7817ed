import { randomUUID } from 'node:crypto';
import { Problem } from '../../domain/errors.ts';
import { uploadsApi } from '../../functions/areas/uploads/api.ts';
import { batchPath } from '../../functions/http/operations-base.ts';
import { type LateGdal, needsGdal } from '../lambda/late-gdal.ts';
import type { HttpAnswer } from './http-answer.ts';
import type { Intercept, InterceptedRequest } from './intercept.ts';
import { problemAnswer } from './problem-answer.ts';

const retryAfterSeconds = 20;
const waiting = 'GDAL is still being installed on this machine, which takes about a minute.';

/** Paths of what is converted later; an id follows. */
const records = [`${uploadsApi.base}/upload/`, batchPath('')];

/** Areas that hand what they take to a worker, which waits. What they read at once says itself that GDAL is missing. */
const needItLater = ['soil'];

/**
 * While GDAL is awaited, says so: in an upload or a batch that is not begun before, and instead of accepting requests that need it at once.
 */
export function awaitingGdal(gdal: LateGdal): Intercept {
  return (request) => {
    if (!gdal.isAwaited()) return undefined;
    const { method, path, functionName } = request;
    if (method === 'GET' && isRecord(path)) return async () => request.send(await explained(request));
    const isNeeded = needsGdal(functionName) && !needItLater.some((area) => functionName.endsWith(`-${area}`));
    return method === 'POST' && isNeeded ? async () => refuse(request) : undefined;
  };
}

function isRecord(path: string): boolean {
  return records.some((start) => path.startsWith(start) && /^[^/]+$/.test(path.slice(start.length)));
}

async function explained({ headers, invoke }: InterceptedRequest): Promise<HttpAnswer> {
  const { 'accept-encoding': _, 'if-none-match': __, ...plain } = headers;
  const answer = await invoke({ headers: plain });
  if (answer.statusCode !== 200) return answer;
  const { etag: ___, ...others } = answer.headers;
  const record = JSON.parse(String(answer.body));
  const statusDetails = `It is converted later. ${waiting}`;
  return record.status === 'RECEIVED'
    ? { ...answer, headers: others, body: JSON.stringify({ ...record, statusDetails }) }
    : answer;
}

function refuse({ incoming, send }: InterceptedRequest): void {
  const { pathname: path } = new URL(incoming.url ?? '', 'http://gateway');
  const problem = new Problem('unavailable', `${waiting} Send it again then.`, { retryAfterSeconds });
  send(problemAnswer(problem, { path, requestId: randomUUID() }));
}
