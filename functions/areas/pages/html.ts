import { escaped } from '../../../formats/markup.ts';
import type { PageFiles } from './services.ts';

export interface HtmlPage {
  lang: string;
  title: string;
  base: string;
  files: PageFiles;
  /** `data-` attributes of the body, by their names. */
  data?: Readonly<Record<string, string>>;
  /** Leaves out the script, for pages that work without it. */
  plain?: boolean;
  /** HTML. */
  body: string;
}

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%232f5a1b'/%3E%3Cpath d='M16 10C12 15 6 19 3 29M16 10c-1 6-3 12-4 20M16 10c1 6 3 12 4 20M16 10c4 5 10 9 13 19' stroke='%23f2e3b3' stroke-width='2.4' fill='none' stroke-linecap='round'/%3E%3Ccircle cx='16' cy='7' r='3' fill='%23f0b429'/%3E%3C/svg%3E";

/** A whole document, whose static content is shown before its script has loaded. */
export function htmlPage({ lang, title, base, files, plain, body, data = {} }: HtmlPage): string {
  const url = (file: string) => escaped(`${base}/web/${file}`);
  const scripts = plain
    ? []
    : [
        ...files.imports.map((file) => `<link rel="modulepreload" href="${url(file)}">`),
        `<script type="module" src="${url(files.script)}"></script>`,
      ];
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<link rel="icon" href="${icon}">
${[...files.styles.map((file) => `<link rel="stylesheet" href="${url(file)}">`), ...scripts].join('\n')}
</head>
<body${Object.entries({ base, ...data })
    .map(([name, value]) => ` data-${name}="${escaped(value)}"`)
    .join('')}>
${body}
</body>
</html>
`;
}

/** The origin of the URLs to which parts are uploaded: the storage's own endpoint on a laptop, the bucket's host in AWS. */
export function storageOrigin({
  endpoint,
  bucket,
  region,
}: {
  endpoint?: string | undefined;
  bucket: string;
  region: string;
}): string {
  return endpoint ? new URL(endpoint).origin : `https://${bucket}.s3.${region}.amazonaws.com`;
}

/**
 * Headers of every page. The policy forbids inline scripts and styles, and other pages that embed the page in a frame.
 *
 * @param connect origins that its script may call, beside the API that served it.
 * @param images sources of images, as in `img-src`.
 * @example headers: { ...pageHeaders(), 'cache-control': 'no-cache' },
 */
export function pageHeaders({
  connect = [] as readonly string[],
  images = "'self' data:",
} = {}): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src ${images}`,
    `connect-src ${["'self'", ...connect].join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  };
}
