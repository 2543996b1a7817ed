import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { isolated } from './isolated.ts';
import type { Language } from './languages.ts';
import { pt } from './pt.ts';

export type Texts = typeof en;

const all: Record<Language, Texts> = { en, pt, es, fr };

export const textsOf = (language: Language): Texts => all[language];

/**
 * A text with values in place of its `{names}`, each of which keeps its direction to itself.
 *
 * @example filled('{a} of {b}', { a: 1, b: 2 }) // '1 of 2'
 */
export function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{([a-zA-Z]+)\}/g, (whole, name: string) => isolated(String(values[name] ?? whole)));
}
