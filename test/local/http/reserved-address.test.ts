import { expect, test } from 'vitest';
import { listen, reserveAddress } from '../../../local/http/http-listener.ts';

const host = '127.0.0.1';

test('a free port is held until it is released, and free again afterwards', async () => {
  const { port, endpoint, release } = await reserveAddress(host, 0);
  expect(endpoint).toBe(`http://${host}:${port}`);
  await expect(listen(() => {}, { host, port })).rejects.toThrow(`port ${port} on ${host} is taken`);
  await release();
  await release();
  const listener = await listen(() => {}, { host, port });
  await listener.close();
});
