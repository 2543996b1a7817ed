import { describe, expect, test } from 'vitest';
import { problemCodes } from '../../domain/boundary-files/problem.ts';
import { machineProblemCodes } from '../../domain/machine-files/problem.ts';
import { findingWords, kindOf } from '../../web/text/finding-kinds.ts';
import { bestLanguage, languages } from '../../web/text/languages.ts';
import { filled, textsOf } from '../../web/text/texts.ts';

/** Every text by its path. */
function flat(texts: object, path = ''): [string, string][] {
  return Object.entries(texts).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[`${path}${name}`, value]] : flat(value as object, `${path}${name}.`),
  );
}

const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
const english = flat(textsOf('en'));

describe.each(languages.filter((language) => language !== 'en'))('the texts in %s', (language) => {
  const own = new Map(flat(textsOf(language)));

  test('are complete, with the same placeholders', () => {
    expect([...own.keys()]).toEqual(english.map(([path]) => path));
    const asked = ([path, text]: [string, string]) => [path, [...new Set(placeholders(text))]];
    expect([...own].map(asked)).toEqual(english.map(asked));
  });
});

test('every finding of the service is of a kind that pages have a text for', () => {
  const codes = [...Object.keys(problemCodes), ...machineProblemCodes];
  expect(codes.filter((code) => kindOf(code) === undefined)).toEqual([]);
  const kinds = new Set(codes.map(kindOf));
  for (const language of languages) {
    const words = findingWords(language);
    if (words) expect(Object.keys(words).sort()).toEqual([...kinds].sort());
  }
});

test('the first available language is used', () => {
  expect(bestLanguage(['de-DE', 'pt-BR;q=0.8', 'fr'])).toBe('pt');
  expect(bestLanguage(['fr_FR'])).toBe('fr');
  expect(bestLanguage(['ja', ''])).toBe('en');
});

test('a value is inserted unchanged', () => {
  expect(filled('{a} of {b}', { a: '$&', b: 2 })).toBe('$& of 2');
});
