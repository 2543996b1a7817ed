import { expect, test } from 'vitest';
import { contextNames } from '../../infra/context/read-context.ts';
import { settingsTable } from '../../infra/settings/schema.ts';
import { settingsPage } from '../../infra/settings/settings-page.ts';
import { read } from '../house/tree.ts';

test('the page of settings is that of today: npm run openapi', () => {
  expect(read('docs/settings.md')).toBe(settingsPage());
});

test('it has every name that a deployment reads', () => {
  const page = read('docs/settings.md');
  expect(Object.keys(settingsTable).length).toBeGreaterThan(30);
  for (const name of contextNames) expect(page).toContain(`\`${name}\``);
});
