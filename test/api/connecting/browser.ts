/** A page or redirect shown to a browser. */
export interface Shown {
  status: number;
  headers: Headers;
  text: string;
  /** The target of a redirect. */
  location: string;
}

/** A grower's browser, which keeps cookies by path and follows no redirect by itself. */
export interface Browser {
  go(url: string, headers?: Record<string, string>): Promise<Shown>;
  /** Opens a sign-in URL, consents or refuses at the provider, and returns the URL to which the provider redirects. */
  consent(signInUrl: string, answer?: 'allow' | 'deny'): Promise<string>;
  cookies: Map<string, { value: string; path: string; text: string }>;
}

export function freshBrowser(accept = 'text/html,*/*;q=0.8', language = 'en-US,en;q=0.9'): Browser {
  const cookies: Browser['cookies'] = new Map();

  const go: Browser['go'] = async (url, headers = {}) => {
    const { pathname, origin } = new URL(url);
    const sent = [...cookies].filter(([, { path }]) => pathname.startsWith(path));
    const cookie = sent.map(([name, { value }]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { accept, 'accept-language': language, ...(cookie && { cookie }), ...headers },
    });
    for (const text of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = text.split('; ');
      const [name = '', value = ''] = pair.split('=', 2);
      cookies.set(name, { value, path: attributes.find((one) => one.startsWith('Path='))?.slice(5) ?? '/', text });
    }
    const location = response.headers.get('location') ?? '';
    return {
      status: response.status,
      headers: response.headers,
      text: await response.text(),
      location: location.startsWith('/') ? origin + location : location,
    };
  };

  return {
    go,
    cookies,
    async consent(signInUrl, answer = 'allow') {
      const sent = await go(signInUrl);
      if (sent.status !== 303) throw new Error(`${sent.status} ${sent.text}`);
      const page = await go(sent.location);
      if (page.status !== 200) throw new Error(`${page.status} ${page.text}`);
      return (await go(`${sent.location}&answer=${answer}`)).location;
    },
  };
}
