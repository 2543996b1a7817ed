import { expect, test } from 'vitest';
import type { OwnerClient } from '../../../local/demo/sample-farm/owner-client.ts';
import { sendOnce } from '../../../local/demo/sample-farm/send-once.ts';

const file = { name: 'harvest.zip', content: new Uint8Array(3) };

/** Sends the file to a collection that has something already. */
async function send(there: { id: string; fileName: string; size?: number }[]) {
  const asked: string[] = [];
  const client = {
    get: async (path: string) => {
      asked.push(`GET ${path}`);
      return there;
    },
    upload: async (path: string, _: object, key: string) => {
      asked.push(`POST ${path} ${key}`);
      return { id: 'new' };
    },
  } as unknown as OwnerClient;
  const id = await sendOnce({ client, svcUserId: 'u', key: 'k' }, 'harvest', '/batch', file);
  return { id, asked };
}

test('a file that is not there is sent, with the key of its step', async () => {
  const { id, asked } = await send([]);
  expect(id).toBe('new');
  expect(asked).toEqual(['GET /batch?svcUserId=u&size=100', 'POST /batch?svcUserId=u k-harvest']);
});

test.each([
  ['of its name and size', { id: 'old', fileName: 'harvest.zip', size: 3 }],
  ['of its name, where no size is shown', { id: 'old', fileName: 'harvest.zip' }],
])('one %s is continued with', async (_, there) => {
  expect((await send([there])).id).toBe('old');
});

test.each([
  ['name', { id: 'old', fileName: 'other.zip', size: 3 }],
  ['size', { id: 'old', fileName: 'harvest.zip', size: 4 }],
])('one of another %s is somebody else’s', async (_, there) => {
  expect((await send([there])).id).toBe('new');
});
