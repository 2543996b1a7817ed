import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { awaitingGdal } from '../../../local/gateway/awaiting-gdal.ts';
import type { HttpAnswer } from '../../../local/gateway/http-answer.ts';

const gdal = { ended: Promise.resolve(), isAwaited: () => true };
const upload = '/services/uploadservice/api/upload/7';

/** Sends a request to the interceptor before a function whose record has a status; undefined if the function itself answers. */
async function ask(method: string, path: string, { functionName = 'furrow-dev-uploads', status = 'RECEIVED' } = {}) {
  let sent: HttpAnswer | undefined;
  const forwarded: Record<string, string>[] = [];
  const handle = awaitingGdal(gdal)({
    ...{ method, path, functionName, routeKey: '$default', stage: '$default', pathParameters: {} },
    headers: { accept: 'application/json', 'accept-encoding': 'gzip', 'if-none-match': '"7"' },
    incoming: { url: `${path}?a=b` } as IncomingMessage,
    response: {} as ServerResponse,
    async invoke({ headers = {} }) {
      forwarded.push(headers);
      return { statusCode: 200, headers: { etag: '"7"' }, cookies: [], body: JSON.stringify({ id: '7', status }) };
    },
    send: (answer) => {
      sent = answer;
    },
  });
  await handle?.();
  return sent && { ...sent, body: JSON.parse(String(sent.body)), forwarded };
}

test.each([upload, '/services/operations/api/batch/7'])('%s says what it waits for', async (path) => {
  const answer = await ask('GET', path);
  expect(answer?.body).toEqual({ id: '7', status: 'RECEIVED', statusDetails: expect.stringContaining('GDAL') });
  // The tag is that of a text without the details, and a compressed one could not be read.
  expect(answer?.headers).toEqual({});
  expect(answer?.forwarded).toEqual([{ accept: 'application/json' }]);
});

test('what has ended before is answered as it is', async () => {
  expect(await ask('GET', upload, { status: 'PROCESSED' })).toMatchObject({
    headers: { etag: '"7"' },
    body: { id: '7', status: 'PROCESSED' },
  });
});

test.each(['furrow-dev-prescriptions', 'furrow-dev-layers'])(
  '%s takes nothing yet that it has to read',
  async (functionName) => {
    expect(await ask('POST', '/services/x', { functionName })).toMatchObject({
      statusCode: 503,
      headers: { 'retry-after': '20' },
      body: { errorKey: 'unavailable', path: '/services/x', detail: expect.stringContaining('Send it again') },
    });
    expect(await ask('GET', '/services/x', { functionName })).toBeUndefined();
  },
);

test.each([
  ['POST', '/services/uploadservice/api/upload'],
  ['GET', '/services/uploadservice/api/upload'],
  ['GET', `${upload}/entries`],
  ['POST', '/services/soil/batch', 'furrow-dev-soil'],
])('%s %s is answered by its function', async (method, path, functionName = 'furrow-dev-uploads') => {
  expect(await ask(method, path, { functionName })).toBeUndefined();
});

test('nothing is intercepted once GDAL is there', () => {
  const request = { method: 'GET', path: upload, functionName: 'furrow-dev-uploads' };
  expect(awaitingGdal({ ...gdal, isAwaited: () => false })(request as never)).toBeUndefined();
});
