import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { bestLanguage, type Language } from '../text/languages.ts';
import { type Texts, textsOf } from '../text/texts.ts';

/** Texts and numbers in the language of a component. */
export interface Speech {
  language: Language;
  texts: Texts;
  date(iso: string): string;
  number(value: number, digits?: number): string;
  /** A length of ground, in metres or kilometres. */
  distance(metres: number): string;
  /** A size such as 12.4 MB. */
  bytes(count: number): string;
}

const contexts = createContext(speechOf('en'));

export const Speaking = contexts.Provider;
export const useSpeech = (): Speech => useContext(contexts);

/** @param locale such as `pt_BR`; the browser's languages where none is given. */
export function speechFor(locale: string | undefined): Speech {
  return speechOf(bestLanguage(locale ? [locale] : navigator.languages));
}

const units = ['B', 'kB', 'MB', 'GB'];

function speechOf(language: Language): Speech {
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  const number = (value: number, digits = 0) =>
    new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(value);
  return {
    language,
    texts: textsOf(language),
    number,
    date: (iso) => (Number.isNaN(Date.parse(iso)) ? '' : dates.format(new Date(iso))),
    distance: (metres) => (metres < 1000 ? `${number(metres)} m` : `${number(metres / 1000, 1)} km`),
    bytes: (count) => {
      const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(count, 1)) / 3));
      const value = count / 1000 ** step;
      return `${number(value, step > 0 && value < 100 ? 1 : 0)} ${units[step]}`;
    },
  };
}
