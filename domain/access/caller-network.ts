/**
 * Number of hexadecimal groups of an IPv6 address that identify its network; providers give each customer at least a
 * /64 (RFC 6177).
 */
const networkGroups = 4;

/**
 * The network by which sign-in attempts are counted: an IPv4 address itself, and the first 64 bits of an IPv6 address,
 * since its owner can choose the rest. An IPv4 address in IPv6 form is treated as IPv4.
 *
 * @example callerNetwork('2001:db8::1') // '2001:db8:0:0::/64'
 */
export function callerNetwork(address: string): string {
  const text = address.toLowerCase().replace(/%.*$/s, '');
  const mapped = /^(?:0{0,4}:){2,5}ffff:(\d{1,3}(?:\.\d{1,3}){3})$/.exec(text)?.[1];
  if (mapped) return mapped;
  if (!text.includes(':')) return text;
  const [head = '', tail] = text.split('::');
  const groups = head === '' ? [] : head.split(':');
  // Two colons abbreviate the missing groups of zeros.
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length);
  const all = [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...(tail ? tail.split(':') : [])];
  const network = all.slice(0, networkGroups).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${network.join(':')}::/64`;
}
