import { notFound } from '../../../domain/errors.ts';
import type { Handler } from '../../http/exchange.ts';
import type { docsApi } from './api.ts';
import { assetTypes } from './assets.ts';
import type { DocsServices } from './services.ts';

export const getDocsAsset: Handler<typeof docsApi.endpoints.getDocsAsset, DocsServices> = async (
  { params },
  { readAsset },
) => {
  const type = Object.hasOwn(assetTypes, params.asset) ? assetTypes[params.asset] : undefined;
  if (!type) throw notFound('asset', params.asset);
  const headers = {
    'content-type': type,
    'cache-control': 'public, max-age=3600',
    'x-content-type-options': 'nosniff',
  };
  return { status: 200, headers, body: await readAsset(params.asset) };
};
