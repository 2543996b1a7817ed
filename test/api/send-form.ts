import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Sent, TestOwner } from './owner.ts';

/** Sends a file as a browser's form does. */
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

/** Polls a record until a condition holds. @throws Error after `milliseconds`. */
export async function askUntil<T>(
  owner: TestOwner,
  path: string,
  isEnded: (record: T) => boolean,
  maxMilliseconds: number,
): Promise<T> {
  const deadline = performance.now() + maxMilliseconds;
  // Pauses grow: each request takes the processor from the work that it waits for.
  for (let pause = 50; ; pause = Math.min(500, pause * 1.5)) {
    const { body } = await owner.get<T>(path);
    if (isEnded(body)) return body;
    if (performance.now() > deadline) throw new Error(`${path} is still ${JSON.stringify(body)}`);
    await sleep(pause);
  }
}
