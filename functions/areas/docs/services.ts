import type { HttpServices } from '../../http/serve.ts';
import type { ReadAsset } from './assets.ts';

export interface DocsServices extends HttpServices {
  readAsset: ReadAsset;
}
