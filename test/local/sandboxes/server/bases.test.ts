import { afterAll, describe, expect, test } from 'vitest';
import { climateSandbox } from '../../../../local/sandboxes/climate-field-view/sandbox.ts';
import { deereSandbox } from '../../../../local/sandboxes/john-deere/sandbox.ts';
import { startSandbox } from '../../../../local/sandboxes/sandboxes.ts';
import { belowBase } from '../../../../local/sandboxes/server/routes.ts';
import { trimbleSandbox } from '../../../../local/sandboxes/trimble/sandbox.ts';
import { ask, askToken, signedIn } from '../sandbox-client.ts';

const now = () => Date.UTC(2026, 5, 15, 18);
const [deere, climate, trimble] = await Promise.all([
  startSandbox(deereSandbox, { now }),
  startSandbox(climateSandbox, { now }),
  startSandbox(trimbleSandbox, { now }),
]);
afterAll(() => Promise.all([deere, climate, trimble].map((sandbox) => sandbox.close())));

test('a path is below a base, or it is not', () => {
  expect(belowBase('/platform/organizations', '/platform')).toBe('/organizations');
  expect(belowBase('/platform', '/platform')).toBe('/');
  for (const path of ['/platforms', '/', '/organizations', '/Platform/x'])
    expect(belowBase(path, '/platform')).toBeUndefined();
  expect(belowBase('/API/Fields', '/api', true)).toBe('/Fields');
});

describe('a sandbox answers below the documented base alone', () => {
  test('of John Deere', async () => {
    const { call } = await signedIn(deere.access, '/oauth2/aus78tnlaysMraFhC1t7/v1/token');
    for (const path of ['/platform/organizations', '/isg/equipment?organizationIds=1234']) {
      expect((await call(path)).status).toBe(200);
      expect((await call(path.replace(/^\/(platform|isg)/, ''))).status).toBe(404);
    }
    expect((await call('/isg/organizations')).status).toBe(404);
    expect((await call('/platform/equipment?organizationIds=1234')).status).toBe(404);
  });

  test('of Climate FieldView', async () => {
    const { call } = await signedIn(climate.access, '/api/oauth/token');
    const headers = { 'x-api-key': climate.access.apiKey };
    expect((await call('/v4/fields', { headers })).status).toBe(200);
    for (const path of ['/fields', '/v5/fields', '/v4.1/fields'])
      expect((await call(path, { headers })).status).toBe(404);
  });

  test('of Trimble', async () => {
    const { call } = await signedIn(trimble.access, '/oauth/token');
    expect((await call('/Trimble-Ag-Software/externalApi/3.0/config/organizations')).status).toBe(200);
    for (const path of ['/config/organizations', '/externalApi/3.0/config/organizations'])
      expect((await call(path)).status).toBe(404);
  });
});

describe('what the samples of the makers ask for', () => {
  test('Trimble has tokens for the application itself, without a refresh token', async () => {
    const form = { grant_type: 'client_credentials', scope: trimble.access.applicationName };
    const { status, body } = await askToken(trimble.access, `${trimble.access.url}/oauth/token`, form);
    expect(status).toBe(200);
    expect(body).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
    expect(body).not.toHaveProperty('refresh_token');
    const headers = { authorization: `Bearer ${body.access_token}` };
    const path = '/Trimble-Ag-Software/externalApi/3.0/config/organizations';
    expect((await ask(`${trimble.access.url}${path}`, { headers })).status).toBe(200);
    const refused = await askToken(climate.access, `${climate.access.url}/api/oauth/token`, {
      grant_type: 'client_credentials',
    });
    expect([refused.status, refused.body.error]).toEqual([400, 'unsupported_grant_type']);
  });

  test('Climate FieldView names who has signed in beside the token', async () => {
    const { body } = await askToken(climate.access, `${climate.access.url}/api/oauth/token`, {
      ...{ grant_type: 'refresh_token', refresh_token: climate.access.refreshToken },
    });
    expect(body.user).toMatchObject({ email: expect.stringContaining('@'), firstname: 'Sandbox', lastname: 'Grower' });
  });
});
