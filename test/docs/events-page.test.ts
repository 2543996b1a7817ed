import { expect, test } from 'vitest';
import { eventsPage } from '../../functions/areas/docs/events-page.ts';
import { read } from '../house/tree.ts';

test('the page of events matches the catalogue', () => {
  expect(read('docs/events.md')).toBe(eventsPage());
});
