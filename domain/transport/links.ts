/** Where the next page of a list is. */
export type NextLink = { kind: 'next'; url: URL } | { kind: 'last' } | { kind: 'unreadable'; link: string };

/**
 * The address of the next page: absolute, or relative to the page that names it. Matrix parameters (`;start=10;count=10`) and queries stay as they are written.
 * Whether it is a host of the provider is checked when it is asked.
 *
 * @param root the address of the API. A path from the root of the host that lacks the path of the API is one within the API.
 * @example nextLink(page, '/equipment?pageOffset=100', 'https://equipmentapi.deere.com/isg') // …/isg/equipment?pageOffset=100
 */
export function nextLink(base: URL, link: string | undefined, root?: string): NextLink {
  if (link === undefined || link === '') return { kind: 'last' };
  const whole = root === undefined ? link : withinApi(link, new URL(root));
  return URL.canParse(whole, base) ? { kind: 'next', url: new URL(whole, base) } : { kind: 'unreadable', link };
}

function withinApi(link: string, { pathname }: URL): string {
  const path = pathname.replace(/\/$/, '');
  if (!link.startsWith('/') || link.startsWith('//')) return link;
  const isWithin = link.startsWith(path) && /^(?:$|[/;?#])/.test(link.slice(path.length));
  return isWithin ? link : `${path}${link}`;
}

/**
 * The target of a relation in a list of links, as John Deere and STAC write them.
 *
 * @example linkOf([{ rel: 'nextPage', uri: '/organizations;start=10;count=10' }], 'nextPage')
 */
export function linkOf(
  links: readonly { rel: string; uri?: string | undefined; href?: string | undefined }[] | undefined,
  relation: string,
): string | undefined {
  const found = links?.find(({ rel }) => rel.toLowerCase() === relation.toLowerCase());
  return found?.uri ?? found?.href;
}

/** Longer headers are no lists of links. */
const maxHeaderCharacters = 16_384;

/** The target of a relation in a `Link` header (RFC 8288): `<https://…?page=2>; rel="next"`. */
export function linkInHeader(header: string | undefined, relation: string): string | undefined {
  if (header === undefined || header.length > maxHeaderCharacters) return undefined;
  for (const part of header.split('<').slice(1)) {
    const end = part.indexOf('>');
    if (end < 0) continue;
    const parameters = part.slice(end + 1).split(';');
    const named = parameters.map((one) => one.split('=')).find(([name]) => name?.trim().toLowerCase() === 'rel');
    const value = named?.[1]?.trim().replace(/,$/, '').trim() ?? '';
    const relations = (value.startsWith('"') ? value.slice(1).split('"')[0] : value)?.toLowerCase().split(' ') ?? [];
    if (relations.includes(relation.toLowerCase())) return part.slice(0, end);
  }
  return undefined;
}
