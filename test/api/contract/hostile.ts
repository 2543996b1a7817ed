/** `depth` arrays in one another. */
export function nested(depth: number): string {
  return `${'['.repeat(depth)}${']'.repeat(depth)}`;
}

/** Texts that have broken other services. */
export const hostileTexts: [string, string][] = [
  ['SQL', "'; DROP TABLE users; --"],
  ['a template', '{{7*7}} <script>alert(1)</script>'],
  ['NUL', 'a\u0000b'],
  ['line breaks', 'a\r\nX-Evil: 1'],
  ['emoji and right-to-left', '\u{1F33E}\u202Eabc\u{1F468}\u200D\u{1F33E}'],
  ['half a surrogate pair', 'a\uD83Cb'],
  ['255 emoji', '\u{1F33E}'.repeat(127)],
  // Not the one that is tried as an id: this text may become the externalId of a field.
  ['a prototype member', 'constructor'],
  ['a path', '../../../etc/passwd'],
  ['1 MB', 'x'.repeat(1_048_576)],
];
