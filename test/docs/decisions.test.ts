import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = new URL('../../docs/decisions/', import.meta.url);

test('every decision is listed once, in the order of its number', () => {
  const pages = readdirSync(folder).filter((name) => /^\d/.test(name));
  const listed = readFileSync(new URL('README.md', folder), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, number, page] = /^(\d+)\. \[.*\]\((\d.*\.md)\)/.exec(line) ?? [];
      return number && page ? [{ number, page }] : [];
    });
  expect(listed.map(({ page }) => page)).toEqual(pages.sort());
  for (const { number, page } of listed) expect(page).toMatch(new RegExp(`^0*${number}-`));
});
