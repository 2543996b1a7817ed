import { once } from 'node:events';
import { Agent, get, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { type Listener, listen } from '../../../local/http/http-listener.ts';
import { eventually } from '../../eventually.ts';

const open: Listener[] = [];
async function start(...parameters: Parameters<typeof listen>): Promise<Listener> {
  const listener = await listen(...parameters);
  open.push(listener);
  return listener;
}
afterEach(() => Promise.all(open.splice(0).map((listener) => listener.close())));

test('listens on a free port and names its URL', async () => {
  const listener = await start((_, response) => void response.end('hello'), { host: '0.0.0.0' });
  expect(listener.endpoint).toBe(`http://127.0.0.1:${listener.port}`);
  expect(await (await fetch(listener.endpoint)).text()).toBe('hello');
});

test('a port in use is named', async () => {
  const first = await start((_, response) => void response.end(), { host: '127.0.0.1' });
  const second = listen(() => {}, { host: '127.0.0.1', port: first.port });
  await expect(second).rejects.toThrow(`port ${first.port} on 127.0.0.1 is taken by another program`);
  await expect(second).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

test('a foreign address is refused with advice', async () => {
  await expect(listen(() => {}, { host: '192.0.2.1' })).rejects.toThrow('192.0.2.1 is not an address of this machine');
});

test('a handler that fails responds with 500 and the server continues', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const listener = await start(() => Promise.reject(new Error('broken')), { host: '127.0.0.1' });
  expect((await fetch(listener.endpoint)).status).toBe(500);
  expect((await fetch(listener.endpoint)).status).toBe(500);
  expect(log).toHaveBeenCalledTimes(2);
  log.mockRestore();
});

test('closing lets a running response finish and ends kept-alive connections', async () => {
  let held: ServerResponse | undefined;
  const listener = await listen(
    (request, response) => {
      if (request.url === '/slow') held = response;
      else response.end('quick');
    },
    { host: '127.0.0.1', graceMilliseconds: 60_000 },
  );
  const agent = new Agent({ keepAlive: true });
  await body(await ask(`${listener.endpoint}/quick`, agent));
  const slow = ask(`${listener.endpoint}/slow`, agent).then(body);
  await eventually(() => expect(held).toBeDefined());
  const closed = listener.close();
  held?.end('done');
  expect(await slow).toBe('done');
  const before = Date.now();
  await closed;
  expect(Date.now() - before).toBeLessThan(30_000);
  agent.destroy();
});

test('closing does not wait for a connection without a request', async () => {
  const listener = await listen(() => {}, { host: '127.0.0.1', graceMilliseconds: 60_000 });
  const socket = connect(listener.port, '127.0.0.1');
  await once(socket, 'connect');
  const before = Date.now();
  await listener.close();
  expect(Date.now() - before).toBeLessThan(30_000);
  socket.destroy();
});

test('closing cuts connections that outlast the grace', async () => {
  const listener = await listen(() => {}, { host: '127.0.0.1', graceMilliseconds: 50 });
  const hanging = fetch(listener.endpoint).catch(() => 'cut');
  await new Promise((resolve) => setTimeout(resolve, 100));
  await listener.close();
  expect(await hanging).toBe('cut');
});

function ask(url: string, agent: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => get(url, { agent }, resolve).on('error', reject));
}

async function body(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
