import { readFileSync } from 'node:fs';
import { sampleFile } from '../../../local/sandboxes/world/samples.ts';
import { requestFile } from '../../../web/api/client.ts';
import type { ConsoleApi } from '../../../web/console/session/console-api.ts';
import { cloud, idle } from '../cloud.ts';
import { operationsService, processed } from '../machine-files/batch.ts';
import { freshOwner, type TestOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';

export interface Grower {
  owner: TestOwner;
  svcUserId: string;
  /** An OAuth access token. */
  token: string;
  api: ConsoleApi;
}

/** A user of a new owner, and the API as the console calls it. */
export async function freshGrower(): Promise<Grower> {
  const owner = await freshOwner();
  const { id: svcUserId } = await freshUser(owner);
  const token = await owner.token('access');
  return { owner, svcUserId, token, api: apiWith(token) };
}

/** Uploads a sample of real work, makes a field of its ground, and returns its operation there. */
export async function workOf({ owner, svcUserId }: Grower, sample: Sample, fieldId: string): Promise<{ id: string }> {
  const { files } = await processed(owner, svcUserId, `${sample}.zip`, readFileSync(sampleFile(sample)));
  const body = { id: fieldId, name: 'Home', fileId: files[0]?.id };
  await owner.post(`/services/fields/api/users/${svcUserId}/fields/fromPoints`, body);
  await idle();
  const path = `${operationsService}/operations?svcUserId=${svcUserId}&fieldId=${fieldId}`;
  const [operation] = (await owner.get<{ id: string }[]>(path)).body;
  if (!operation) throw new Error('There is no operation');
  return operation;
}

type Sample = 'harvest-of-01' | 'application-of-tank-mix-rate';

function apiWith(token: string): ConsoleApi {
  const base = `${cloud.baseUrl}/v2`;
  const file: ConsoleApi['file'] = (method, path, body, signal) =>
    requestFile(`${base}${path}`, { method, body, signal, headers: { authorization: `Bearer ${token}` } });
  const send = async <T>(method: string, path: string, body?: unknown, signal?: AbortSignal) => {
    const text = await (await file(method, path, body, signal)).text();
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };
  return {
    base,
    file,
    send,
    get: (path, signal) => send('GET', path, undefined, signal),
    marked: async (path) => ({ body: await send('GET', path), isSynthetic: false }),
    post: (path, body, signal) => send('POST', path, body, signal),
    link: async (path) => path,
  };
}
