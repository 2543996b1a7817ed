/** The languages of the pages. */
export const languages = ['en', 'pt', 'es', 'fr'] as const;
export type Language = (typeof languages)[number];

/**
 * The first supported language among tags such as `pt-BR`, `pt_BR` or `pt;q=0.8`; English if there is none.
 *
 * @example bestLanguage(['sv', 'pt-BR;q=0.8']) // 'pt'
 */
export function bestLanguage(asked: readonly string[]): Language {
  for (const tag of asked) {
    const primary = tag.trim().toLowerCase().split(/[-_;]/)[0];
    const found = languages.find((language) => language === primary);
    if (found) return found;
  }
  return 'en';
}
