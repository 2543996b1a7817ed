import type { RequestContext } from '../../http/exchange.ts';

const loopback = /^(127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)$/;
const homeHost = /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/;

/**
 * Whether a request comes from this machine and from a page of this server. The API answers pages of all origins, and a name of any page may be made to
 * lead here: the demo owner's password is for neither.
 */
export function isAtHome({ sourceIp, headers, base }: RequestContext): boolean {
  const { host = '', origin, 'sec-fetch-site': site = 'same-origin' } = headers;
  const isOwnPage = (origin === undefined || base.startsWith(origin)) && (site === 'same-origin' || site === 'none');
  return loopback.test(sourceIp) && homeHost.test(host) && isOwnPage;
}
