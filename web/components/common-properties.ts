/** The base URL of the API that served this script: what stands before `/web/`. */
export const ownBase = new URL('..', import.meta.url).href.replace(/\/$/, '');

/** Properties of both components. */
export const commonProperties = {
  apiKey: { kind: 'text', otherwise: undefined },
  svcUser: { kind: 'text', otherwise: undefined },
  companyName: { kind: 'text', otherwise: undefined },
  companyLogo: { kind: 'text', otherwise: undefined },
  isDarkMode: { kind: 'flag', otherwise: false },
  locale: { kind: 'text', otherwise: undefined },
  title: { kind: 'text', otherwise: undefined },
  baseUrl: { kind: 'text', otherwise: undefined },
} as const;
