import { notFound } from '../../../domain/errors.ts';
import type { Handler } from '../../http/exchange.ts';
import { acceptedCoding } from '../../http/steps/encode.ts';
import type { pagesApi } from './api.ts';
import { isAtHome } from './demo.ts';
import type { PagesServices } from './services.ts';

const types: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
};

/** Names with a hash of the content. Others are no files of pages. */
const hashed = /^[A-Za-z-]+-[\w-]{8}\.(js|css|svg|png)$/;
const forEver = 'public, max-age=31536000, immutable';
/** The one name that pages of other origins know; what it leads to may change with a release. */
const entry = 'components.js';

export const getWebFile: Handler<typeof pagesApi.endpoints.getWebFile, PagesServices> = async (
  { params: { file }, request },
  { readFile, filesOf, demo },
) => {
  if (demo && isAtHome(request)) {
    if (file === 'demo.json') return own('application/json', JSON.stringify(await signInOf(demo)));
    if (file === 'sample-fields.zip') return own('application/zip', await demo.sample());
  }
  const name = file === entry ? (await filesOf('components')).script : file;
  const [, ending = ''] = hashed.exec(name) ?? [];
  const packed = acceptedCoding(request.headers['accept-encoding']) === 'br' ? await readFile(`${name}.br`) : undefined;
  const body = hashed.test(name) ? (packed ?? (await readFile(name))) : undefined;
  if (!body) throw notFound('asset', file);
  return {
    status: 200,
    headers: {
      'content-type': types[ending] ?? 'application/octet-stream',
      'cache-control': file === entry ? 'public, max-age=600' : forEver,
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
      ...(packed && { 'content-encoding': 'br' }),
    },
    body,
  };
};

async function signInOf(demo: NonNullable<PagesServices['demo']>) {
  const { username, password, clientId, svcUserId, applications } = await demo.read();
  return { username, password, clientId, svcUserId, applications };
}

/** A response that only this machine may receive. */
function own(type: string, body: string | Uint8Array) {
  return { status: 200, headers: { 'content-type': type, 'cache-control': 'no-store' }, body } as const;
}
