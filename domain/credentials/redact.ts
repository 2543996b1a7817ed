const mask = '****';

/** Names of members and headers whose values are secrets at every provider. */
const secretNames = /token|secret|passw|key|session|auth|cookie|credential|signature/i;

/** Words in the alphabets of tokens that are too long to be anything else; a UUID has 36 characters. */
const tokens = /[\w.~+/=-]{40,}/g;

/** Header lines without the values of headers that carry secrets, and without the given secrets. */
export function redactHeaders(headers: string, secrets: readonly string[]): string {
  const lines = headers.split('\n').map((line) => {
    const [name = ''] = line.split(':', 1);
    return secretNames.test(name) ? `${name}: ${mask}` : line;
  });
  return withoutSecrets(lines.join('\n'), secrets);
}

/** A body without the given secrets, members with the names of secrets, and words that look like tokens. */
export function redactBody(body: string, secrets: readonly string[]): string {
  let document: unknown;
  try {
    document = JSON.parse(body);
  } catch {
    return withoutSecrets(withoutPairs(body), secrets);
  }
  return withoutSecrets(JSON.stringify(withoutSecretMembers(document)), secrets);
}

function withoutSecretMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecretMembers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, secretNames.test(name) ? mask : withoutSecretMembers(member)]),
  );
}

/** A form body, which some providers return: `access_token=…&expires_in=3600`. */
function withoutPairs(text: string): string {
  if (!/^[^\s<]*=/.test(text)) return text;
  const pairs = text.split('&').map((pair) => {
    const [name = ''] = pair.split('=', 1);
    return secretNames.test(name) ? `${name}=${mask}` : pair;
  });
  return pairs.join('&');
}

/** Longest first, so that replacing a secret that is part of a longer one leaves no rest of the longer one. */
function withoutSecrets(text: string, secrets: readonly string[]): string {
  const forms = secrets.filter((secret) => secret !== '').flatMap(writtenForms);
  const clean = forms.sort((a, b) => b.length - a.length).reduce((rest, form) => rest.replaceAll(form, mask), text);
  return clean.replace(tokens, mask);
}

/** The forms of a secret: as it is, in JSON, in a URL, in base64. */
function writtenForms(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret);
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  const url = base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return [...new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), base64, url])];
}
