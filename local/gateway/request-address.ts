/** The scheme and the host with its port that links in a response begin with. */
export interface RequestAddress {
  scheme: 'http' | 'https';
  host: string;
}

/** The address at which a connection arrived. */
export interface Arrival {
  localAddress?: string | undefined;
  localPort?: number | undefined;
}

export interface HostRules {
  /** The address or name that the gateway listens on. */
  host: string;
  /** The URL under which the operator has published the gateway, such as that of a tunnel. */
  publicUrl?: string | undefined;
  log(line: string): void;
}

const form = /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9_.-]{1,253})(?::\d{1,5})?$/i;
const loopback = /^(?:localhost|[a-z0-9_-]+\.localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/i;
/** How many foreign names are logged, so that a client that makes names up does not fill the log. */
const maxLoggedNames = 10;

/**
 * Decides which host links, redirects and the issuer of tokens name. A page anywhere can make its own name lead to this machine (DNS rebinding), so
 * `Host` is used only if it is a loopback name, the address at which the connection arrived, the configured one, or that of the public URL.
 * Otherwise links begin with the address at which the connection arrived: the client has just reached it.
 *
 * @example const addressOf = requestAddresses({ host: '127.0.0.1', log }); addressOf('evil.example', socket).host // '127.0.0.1:3000'
 */
export function requestAddresses({ host, publicUrl, log }: HostRules) {
  const published = publicUrl === undefined ? undefined : new URL(publicUrl);
  const logged = new Set<string>();
  return (header: string | undefined, arrival: Arrival): RequestAddress => {
    const given = header?.toLowerCase() ?? '';
    if (published && given === published.host) {
      return { scheme: published.protocol === 'https:' ? 'https' : 'http', host: published.host };
    }
    const arrivedAt = literal(arrival.localAddress ?? '127.0.0.1');
    const name = form.exec(given)?.[1];
    const own = [arrivedAt, host.toLowerCase(), literal(host)];
    if (name !== undefined && (loopback.test(name) || own.includes(name))) return { scheme: 'http', host: given };

    const address: RequestAddress = { scheme: 'http', host: `${arrivedAt}:${arrival.localPort ?? 80}` };
    if (name !== undefined && !logged.has(given) && logged.size < maxLoggedNames) {
      logged.add(given);
      log(
        `a request named the host ${given}: links in responses begin with http://${address.host}; to use that name, set FURROW_PUBLIC_URL`,
      );
    }
    return address;
  };
}

/** An IP address as it is in a URL; IPv4 in its own form. */
function literal(address: string): string {
  // What follows a percent sign is the zone of a link-local address.
  const [plain = ''] = address.replace(/^::ffff:(?=\d+\.)/i, '').split('%', 1);
  return plain.includes(':') ? `[${plain}]` : plain;
}
