/** The files of the documentation page and what they are. Nothing else is served. */
export const assetTypes: Record<string, string> = {
  'page.html': 'text/html; charset=utf-8',
  'page.css': 'text/css; charset=utf-8',
  'page.js': 'text/javascript; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
};

/** Reads a file that was deployed beside the function. */
export type ReadAsset = (name: string) => Promise<Uint8Array>;
