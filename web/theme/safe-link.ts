/** A URL that may be opened from here: https, or http on this machine; undefined for everything else, such as `javascript:`. */
export function safeLink(url: string | undefined): string | undefined {
  if (url === undefined || !URL.canParse(url)) return undefined;
  const { protocol, hostname, href } = new URL(url);
  const isOwn = protocol === 'http:' && /^(127\.0\.0\.1|localhost|\[::1\])$/.test(hostname);
  return protocol === 'https:' || isOwn ? href : undefined;
}
