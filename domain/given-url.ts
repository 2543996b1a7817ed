import * as z from 'zod';

export interface UrlRules {
  /** Without the colon. */
  schemes: readonly ('https' | 'http')[];
  maxLength: number;
  /** Parts that the URL must not have: a username and a password, or those and a fragment. */
  refused?: { credentials: true; fragment?: true };
}

/**
 * The schema of a URL that a client gives. Control characters are refused: `new URL` drops line breaks and tabs without an error, so that the URL that is
 * called would differ from the one that is stored and shown.
 *
 * @example const url = givenUrl({ schemes: ['https', 'http'], maxLength: 2_048, refused: { credentials: true, fragment: true } });
 */
export function givenUrl({ schemes, maxLength, refused }: UrlRules) {
  const parts = [...(refused?.credentials ? ['username', 'password'] : []), ...(refused?.fragment ? ['fragment'] : [])];
  const without = parts.length === 0 ? '' : ` without ${parts.slice(0, -1).join(', ')} or ${parts.at(-1)}`;
  const message = `must be an ${schemes.join(' or ')} URL${without}`;
  return z
    .string()
    .max(maxLength)
    .regex(/^\P{Cc}*$/u, 'must not have control characters, such as line breaks and tabs')
    .refine((text) => isUrl(text, { schemes, ...(refused && { refused }) }), message)
    .meta({ format: 'uri' });
}

function isUrl(text: string, { schemes, refused }: Omit<UrlRules, 'maxLength'>): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hash } = new URL(text);
  if (refused?.credentials && (username !== '' || password !== '')) return false;
  if (refused?.fragment && hash !== '') return false;
  return schemes.some((scheme) => protocol === `${scheme}:`);
}
