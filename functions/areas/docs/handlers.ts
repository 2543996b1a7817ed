import { notFound } from '../../../domain/errors.ts';
import { escaped } from '../../../formats/markup.ts';
import type { Handler } from '../../http/exchange.ts';
import type { HttpServices } from '../../http/serve.ts';
import { acceptedCoding } from '../../http/steps/encode.ts';
import type { docsApi } from './api.ts';
import { contentsOf, type Described } from './contents.ts';

interface DocsServices extends HttpServices {
  /** Reads a file that was deployed beside the function. */
  readAsset(name: string): Promise<Uint8Array>;
}

/** The files of the documentation page and what they are. Nothing else is served. */
const assetTypes: Record<string, string> = {
  'page.html': 'text/html; charset=utf-8',
  'page.css': 'text/css; charset=utf-8',
  'page.js': 'text/javascript; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
};

/** The page may talk to the API that serves it and load nothing from elsewhere. Its library sets styles on elements and draws data images. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

let read: Promise<{ document: Described; contents: string }> | undefined;

/** The document and its contents as HTML, read once by an instance. */
function described(readAsset: DocsServices['readAsset']) {
  read ??= readAsset('openapi.json').then((bytes) => {
    const document = JSON.parse(Buffer.from(bytes).toString()) as Described;
    return { document, contents: contentsOf(document) };
  });
  return read;
}

export const getDocsPage: Handler<typeof docsApi.endpoints.getDocsPage, DocsServices> = async (
  { request },
  { readAsset },
) => {
  const page = new TextDecoder().decode(await readAsset('page.html'));
  const { contents } = await described(readAsset);
  return {
    status: 200,
    headers: {
      'content-security-policy': contentSecurityPolicy,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-cache',
    },
    body: page.replaceAll('{base}', escaped(request.base)).replace('{contents}', () => contents),
  };
};

export const getDocsAsset: Handler<typeof docsApi.endpoints.getDocsAsset, DocsServices> = async (
  { params, request },
  { readAsset },
) => {
  const type = Object.hasOwn(assetTypes, params.asset) ? assetTypes[params.asset] : undefined;
  if (!type) throw notFound('asset', params.asset);
  const headers = {
    'content-type': type,
    'cache-control': 'public, max-age=3600',
    'x-content-type-options': 'nosniff',
  };
  const takesBrotli = acceptedCoding(request.headers['accept-encoding']) === 'br';
  const packed = takesBrotli ? await readAsset(`${params.asset}.br`).catch(() => undefined) : undefined;
  if (!packed) return { status: 200, headers, body: await readAsset(params.asset) };
  return { status: 200, headers: { ...headers, 'content-encoding': 'br', vary: 'accept-encoding' }, body: packed };
};

export const getOpenApi: Handler<typeof docsApi.endpoints.getOpenApi, DocsServices> = async (
  { request },
  { readAsset },
) => {
  const { document } = await described(readAsset);
  const root = request.base.replace(/\/v2$/, '');
  const servers = [
    { url: root, description: 'With a legacy id_token.' },
    { url: `${root}/v2`, description: 'With an OAuth 2.0 access token.' },
  ];
  // The first one is what the page tries endpoints on: the base that served it.
  if (request.base !== root) servers.reverse();
  return { status: 200, headers: { 'cache-control': 'no-cache' }, body: JSON.stringify({ ...document, servers }) };
};
