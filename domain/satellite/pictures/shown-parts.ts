import * as z from 'zod';

/** What can be drawn beside or over a picture or chart, where it is asked for. */
export const pictureParts = ['legend', 'date', 'outline'] as const;
export type PicturePart = (typeof pictureParts)[number];

/** Characters of a parameter: each part several times. */
const maxCharacters = 200;

/** The parameter `show`. */
export const shownParts = z
  .string()
  .max(maxCharacters)
  .transform((text) => new Set(text.split(',').map((part) => part.trim())))
  .pipe(z.set(z.enum(pictureParts, `must be some of ${pictureParts.join(', ')}, separated by commas`)));
