import type { HarEntry } from './har.ts';

/** Names of headers, parameters and members with secrets; those of paging and change tokens match too, and go on working, because a value has one stand-in everywhere. */
const secretNames = /token|secret|passw|key|session|auth|cookie|credential|signature|^sig$/i;
/** Words in the alphabet of JSON Web Tokens, which have three parts, the first of them an object in base64. */
const words = /[\w.-]+/g;
const isWebToken = (word: string) => word.startsWith('eyJ') && word.split('.').length === 3;

/**
 * Strips secrets from a recording: each is replaced by a stand-in, the same one for the same secret, so that a token in an answer and in the next request still agree.
 *
 * @param known secrets that are stripped wherever they are, also within other texts.
 */
export function secretStripper(known: readonly string[]) {
  const standIns = new Map<string, string>();
  const standIn = (secret: string): string => {
    const made = standIns.get(secret) ?? `stripped-${standIns.size + 1}`;
    standIns.set(secret, made);
    return made;
  };
  const isStripped = (text: string) => /^stripped-\d{1,9}$/.test(text);
  const within = (text: string): string => {
    let clean = text;
    const all = [...known, ...standIns.keys()]
      .filter((secret) => secret.length >= 4)
      .sort((a, b) => b.length - a.length);
    for (const secret of all) {
      for (const form of new Set([secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])) {
        clean = clean.replaceAll(form, () => standIn(secret));
      }
    }
    return clean.replace(words, (word) => (isWebToken(word) ? standIn(word) : word));
  };
  const strippedValue = (name: string, value: string): string =>
    secretNames.test(name) && value !== '' && !isStripped(value) ? secretValue(value, standIn) : within(value);

  const membersOf = (value: unknown, name = ''): unknown => {
    if (Array.isArray(value)) return value.map((one) => membersOf(one, name));
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, membersOf(member, key)]));
    }
    return typeof value === 'string' ? strippedValue(name, value) : value;
  };

  const body = (text: string, mimeType: string): string => {
    if (mimeType.includes('x-www-form-urlencoded')) {
      const pairs = [...new URLSearchParams(text)].map(([name, value]) => [name, strippedValue(name, value)]);
      return new URLSearchParams(pairs).toString();
    }
    try {
      return JSON.stringify(membersOf(JSON.parse(text)));
    } catch {
      return within(text);
    }
  };

  const url = (text: string): string => {
    const clean = new URL(text);
    for (const [name, value] of [...clean.searchParams]) {
      const kept = strippedValue(name, value);
      if (kept !== value) clean.searchParams.set(name, kept);
    }
    return within(clean.href);
  };

  const headers = (pairs: { name: string; value: string }[]) =>
    pairs.map(({ name, value }) => ({
      name,
      value: name.toLowerCase() === 'location' && URL.canParse(value) ? url(value) : strippedValue(name, value),
    }));

  return ({ startedDateTime, request, response }: HarEntry): HarEntry => {
    const { content } = response;
    const text =
      content.encoding === undefined && content.text !== undefined
        ? body(content.text, content.mimeType)
        : content.text;
    const { postData } = request;
    return {
      startedDateTime,
      request: {
        method: request.method,
        url: url(request.url),
        headers: headers(request.headers),
        ...(postData && { postData: { ...postData, text: body(postData.text, postData.mimeType) } }),
      },
      response: {
        status: response.status,
        headers: headers(response.headers),
        content: { ...content, ...(text !== undefined && { text }) },
      },
    };
  };
}

/** `Bearer` and `Basic` stay, so that a recording shows how an account was authorized. */
function secretValue(value: string, standIn: (secret: string) => string): string {
  const [scheme = '', rest] = value.split(' ', 2);
  return rest !== undefined && /^(bearer|basic)$/i.test(scheme) ? `${scheme} ${standIn(rest)}` : standIn(value);
}
