import type { HttpServices } from '../http/serve.ts';
import type { ReadAsset } from './assets.ts';

export interface DocsServices extends HttpServices {
  readAsset: ReadAsset;
  /** The OpenAPI document, without the addresses of this installation. */
  openApi: Record<string, unknown>;
}
