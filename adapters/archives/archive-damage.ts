import { reasonOf } from '../boundary-files/conversion.ts';

/** The reader's errors in words that need no knowledge of the zip format. */
const damages: [pattern: RegExp, meaning: string][] = [
  [
    /end of central directory|comment length/i,
    'its table of contents is missing, so the end of the file was probably cut off',
  ],
  [/signature|overflows|EOF|zip64|multi-disk/i, 'its table of contents does not fit its content'],
  [
    /stored block|distance|code lengths|bit length|literal|invalid block|unexpected end|window size/i,
    'its compressed data is garbled',
  ],
];

/**
 * Completes "the zip archive cannot be read: ...".
 *
 * @example damage(new Error('End of central directory record signature not found.')) // its table of contents is missing, …
 */
export function damage(error: unknown): string {
  const text = reasonOf(error);
  return damages.find(([pattern]) => pattern.test(text))?.[1] ?? text;
}
