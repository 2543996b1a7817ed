import { setTimeout as sleep } from 'node:timers/promises';
import { fieldsApi } from '../functions/areas/fields/api.ts';
import { uploadsApi } from '../functions/areas/uploads/api.ts';
import { usersApi } from '../functions/areas/users/api.ts';
import { type Body, type HttpClient, json } from './http-client.ts';

const betweenLooksMilliseconds = 40;

/** A client that uploads, with its user's owner. */
export interface Uploader {
  client: HttpClient;
  baseUrl: string;
  token: string;
  /** Between two looks whether something has ended. */
  looksMilliseconds?: number;
}

/**
 * Uploads a file for a new user and polls until it is no longer RECEIVED.
 *
 * @returns the time from the POST to the end, in milliseconds
 * @throws Error when it does not end PROCESSED with 100 fields
 */
export async function uploadUntilProcessed(uploader: Uploader, body: Body): Promise<number> {
  const user = await freshUser(uploader);
  const start = performance.now();
  let upload = await send(uploader, user.id, body);
  while (upload.status === 'RECEIVED') {
    await sleep(uploader.looksMilliseconds ?? betweenLooksMilliseconds);
    upload = await ask(uploader, 'GET', `${uploadsApi.base}/upload/${upload.id}`);
  }
  const milliseconds = performance.now() - start;

  const fields = await ask(uploader, 'GET', `${fieldsApi.base}/fields?svcUserId=${user.id}&size=100`);
  if (upload.status !== 'PROCESSED' || fields.length !== 100) {
    throw new Error(`an upload ended ${upload.status} with ${fields.length} fields`);
  }
  return milliseconds;
}

/** Uploads a file for a new user, without waiting for its processing. */
export async function beginUpload(uploader: Uploader, body: Body): Promise<void> {
  await send(uploader, (await freshUser(uploader)).id, body);
}

const freshUser = (uploader: Uploader) =>
  ask(uploader, 'POST', `${usersApi.base}/users`, json({ name: 'Ada Grower', email: 'ada@example.com' }));

const send = (uploader: Uploader, svcUserId: string, body: Body) =>
  ask(uploader, 'POST', `${uploadsApi.base}/upload?svcUserId=${svcUserId}`, body);

async function ask({ client, baseUrl, token }: Uploader, method: string, path: string, sent?: Body) {
  const answer = await client.ask({ method, url: baseUrl + path, token, ...(sent && { body: sent }) });
  return JSON.parse(answer.body.toString());
}
