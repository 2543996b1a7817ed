import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { sampleFile } from '../../local/sandboxes/world/samples.ts';

/** Uploads the sample harvest as the demo owner, and makes a field of its ground. @returns its id */
export async function harvestedField(baseUrl: string): Promise<string> {
  const signIn = (await (await fetch(`${baseUrl}/web/demo.json`)).json()) as Record<string, string>;
  const { username, password, svcUserId } = signIn;
  const json = { 'content-type': 'application/json' };
  const body = JSON.stringify({ username, password });
  const issued = await fetch(`${baseUrl}/api/authenticate`, { method: 'POST', headers: json, body });
  const { id_token } = (await issued.json()) as { id_token: string };
  const authorization = `Bearer ${id_token}`;
  const ask = async <T>(path: string, init: RequestInit = {}): Promise<T> => {
    const answer = await fetch(`${baseUrl}/services${path}`, { ...init, headers: { authorization, ...init.headers } });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const form = new FormData();
  form.append('file', new Blob([readFileSync(sampleFile('harvest-of-01'))]), 'harvest.zip');
  await ask(`/operations/api/batch?svcUserId=${svcUserId}`, { method: 'POST', body: form });
  const first = await untilListed<{ id: string }>(() =>
    ask(`/operations/api/files?svcUserId=${svcUserId}&status=processed`),
  );
  const made = await ask<{ id: string }>(`/fields/api/users/${svcUserId}/fields/fromPoints`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ name: 'Bench', fileId: first.id }),
  });
  await untilListed(() => ask<unknown[]>(`/operations/api/operations?fieldId=${made.id}`));
  return made.id;
}

const maxLooks = 600;

async function untilListed<T>(list: () => Promise<T[]>): Promise<T> {
  for (let look = 0; look < maxLooks; look++) {
    const [first] = await list();
    if (first !== undefined) return first;
    await sleep(500);
  }
  throw new Error('the harvest was not processed within five minutes');
}
