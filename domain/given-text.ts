import * as z from 'zod';

/** Maximum characters of a name, unless its resource says otherwise. */
const maxName = 255;

/** Control characters other than tabs and line breaks. No name contains them, and stores and programs cut texts at U+0000. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused.
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/**
 * A text of a body, without blanks at its ends and without control characters; it may be blank.
 *
 * @example const note = givenText('note', 2_000).nullable().optional();
 */
export function givenText(member: string, maxCharacters: number = maxName): z.ZodString {
  return z
    .string({ error: ({ input }) => (input === undefined ? 'is required' : `${member} must be a string`) })
    .trim()
    .max(maxCharacters, `${member} has at most ${maxCharacters} characters`)
    .refine((text) => !controls.test(text), `${member} must not contain control characters such as U+0000`);
}

/**
 * A name of a body: a text that is not blank.
 *
 * @example const name = givenName('name'); // ' Home\u0000' is refused, ' Home ' becomes 'Home'
 */
export function givenName(member: string, maxCharacters: number = maxName): z.ZodString {
  return givenText(member, maxCharacters).min(1, `${member} must not be blank`);
}

/**
 * An e-mail address has text before its only @, and a domain of several labels behind it: `a@b` reaches nobody on the
 * Internet. Blank ones are refused by `givenName`, with a message of their own.
 */
const address = /^(?:[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+)?$/;

/** An e-mail address of a body. */
export const givenEmail = givenName('email').regex(address, 'email must have the form name@example.com');
