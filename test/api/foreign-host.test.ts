import { expect, test } from 'vitest';
import { rawRequest } from '../local/gateway/raw-request.ts';
import { cloud } from './cloud.ts';
import { freshOwner } from './owner.ts';

const port = Number(new URL(cloud.endpoints.baseUrl).port);
const users = '/services/usermanagement/api/users';

/** Sends a request whose `Host` is not a name of this machine, and returns the whole response. */
async function asForeign(method: string, path: string, { token = '', body = {} } = {}): Promise<string> {
  const text = JSON.stringify(body);
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: evil.example',
    'X-Forwarded-Host: evil.example',
    'Forwarded: host=evil.example;proto=https',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    `Content-Length: ${text.length}`,
    'Connection: close',
  ];
  return rawRequest(port, `${head.join('\r\n')}\r\n\r\n${text}`);
}

test('no link, redirect or issuer names a foreign host', async () => {
  const token = await (await freshOwner()).token('id');
  const ours = `http://127.0.0.1:${port}`;
  const created = await asForeign('POST', users, { token, body: { name: 'Ada', email: 'ada@example.com' } });
  expect(created).toContain(`location: ${ours}${users}/`);
  const [, svcUserId = ''] = new RegExp(`${users}/([0-9a-f-]{36})`).exec(created) ?? [];
  const link = `/services/widgets/api/magic-link/users/${svcUserId}/file-upload`;
  const answers = {
    created,
    list: await asForeign('GET', `${users}?size=1`, { token }),
    link: await asForeign('POST', link, { token }),
    slash: await asForeign('GET', `${users}/`, { token }),
    issuer: await asForeign('GET', '/auth/realms/furrow/.well-known/openid-configuration'),
    openapi: await asForeign('GET', '/openapi.json'),
    page: await asForeign('GET', '/'),
    missing: await asForeign('GET', '/nowhere', { token }),
  };
  expect(answers.link).toContain(`"link":"${ours}/`);
  expect(answers.issuer).toContain(`"issuer":"${ours}/auth/realms/`);
  for (const answer of Object.values(answers)) expect(answer).not.toContain('evil.example');
});
