import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { alertsApi } from '../functions/areas/alerts/api.ts';
import { usersApi } from '../functions/areas/users/api.ts';
import { httpClient, json } from './http-client.ts';
import type { BenchOwner } from './owners.ts';

/** A webhook listener on this machine. @param answer the status of its response to a call; without one it never responds. */
export async function listen(
  answer: (event: Record<string, unknown>) => number | 'never',
): Promise<{ url: string; close(): void }> {
  const server = createServer(async (request, response) => {
    const status = answer(JSON.parse(await text(request)));
    if (status !== 'never') response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close };
}

/** Registers a URL for new fields of an owner; returns the id of one of the owner's users. */
export async function registerListener(baseUrl: string, { token }: BenchOwner, url: string): Promise<string> {
  const client = httpClient();
  const post = async (path: string, body: object) => {
    const asked = { url: `${baseUrl}${path}`, token, method: 'POST', body: json(body) };
    return JSON.parse((await client.ask(asked)).body.toString()) as { id: string };
  };
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  await post(`${alertsApi.base}/alerts/webhooks`, { name: 'Bench', url, secret, events: ['fieldCreated'] });
  const { id } = await post(`${usersApi.base}/users`, { name: 'Ada Grower', email: 'ada@example.com' });
  client.close();
  return id;
}
