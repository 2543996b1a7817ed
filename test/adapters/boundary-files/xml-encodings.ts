/** Encodings in which programs write XML, with what the declaration says. */
export const xmlEncodings: [what: string, encode: (text: string) => Uint8Array][] = [
  ['UTF-8 with a byte order mark', (text) => Buffer.from(`\uFEFF${text}`)],
  ['UTF-16 with a byte order mark', (text) => Buffer.from(`\uFEFF${declaring(text, 'UTF-16')}`, 'utf16le')],
  ['UTF-16 with the high byte first', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
  ['UTF-16 without a byte order mark', (text) => Buffer.from(declaring(text, 'UTF-16'), 'utf16le')],
  ['Latin-1', (text) => Buffer.from(declaring(text, 'ISO-8859-1'), 'latin1')],
  ['UTF-8 declared as UTF-16', (text) => Buffer.from(declaring(text, 'UTF-16'))],
];

function declaring(text: string, encoding: string): string {
  return text.replace('encoding="UTF-8"', `encoding="${encoding}"`);
}
