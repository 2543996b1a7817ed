import type { HttpRequest } from './http-request.ts';

/**
 * Whose request it is, to share instances out: the subject of its bearer token, which nobody has checked yet, or the address that
 * it came from. A forged subject gains nothing: its request is refused as soon as a function looks at it.
 */
export function clientOf({ headers, sourceIp }: Pick<HttpRequest, 'headers' | 'sourceIp'>): string {
  const [, payload] = (headers.authorization ?? '').split('.');
  try {
    const { sub } = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString());
    if (typeof sub === 'string') return `subject ${sub}`;
  } catch {
    // Not a token of ours.
  }
  return `address ${sourceIp}`;
}
