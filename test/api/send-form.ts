import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Sent, TestOwner } from './owner.ts';

/** Sends a file as a form of a browser does. */
export function sendForm<T>(
  owner: TestOwner,
  path: string,
  name: string,
  content: string | Uint8Array,
  sent: Sent = {},
): Promise<Answer<T>> {
  const form = new FormData();
  form.append('file', new Blob([content as BlobPart]), name);
  return owner.call<T>('POST', path, { ...sent, body: form });
}

/** Asks for a record until it is what it is waited for. @throws Error after so many milliseconds. */
export async function askUntil<T>(
  owner: TestOwner,
  path: string,
  isEnded: (record: T) => boolean,
  maxMilliseconds: number,
): Promise<T> {
  const deadline = performance.now() + maxMilliseconds;
  // Ever less often: each look takes the processor from what it waits for.
  for (let pause = 50; ; pause = Math.min(500, pause * 1.5)) {
    const { body } = await owner.get<T>(path);
    if (isEnded(body)) return body;
    if (performance.now() > deadline) throw new Error(`${path} is still ${JSON.stringify(body)}`);
    await sleep(pause);
  }
}
