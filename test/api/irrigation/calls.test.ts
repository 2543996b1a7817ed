import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { cloudClock } from '../cloud.ts';
import { freshOwner } from '../owner.ts';
import { useSandboxes } from '../sync/sandboxes.ts';
import { connectedUser, dry, fieldNet, pivot, wet } from './connected-pivot.ts';

const owner = await freshOwner();
useSandboxes();

/** Of an account with so many systems, all of which have a position, and days with new passes. */
interface Account {
  systems: number;
  days: number;
}

const lists = ({ systems }: Account) => 2 * Math.ceil((systems + 1) / 100);
/** The formulas of the documentation. */
const formulas: Record<string, (account: Account) => number> = {
  '1': () => 1,
  '2 ⌈(s + 1) ÷ 100⌉ + p': (account) => lists(account) + account.systems,
  '2 ⌈(s + 1) ÷ 100⌉ + p + d': (account) => lists(account) + account.systems + account.days,
};

/** The calls of a round by the table of the documentation. */
function documented(round: string, account: Account): number {
  const text = readFileSync('docs/providers/fieldnet.md', 'utf8');
  const [, formula = ''] =
    text
      .split('\n')
      .find((line) => line.startsWith(`| ${round} |`))
      ?.split('|')
      .slice(1)
      .map((cell) => cell.trim()) ?? [];
  const calls = formulas[formula];
  if (!calls) throw new Error(`the documentation has no formula that is known for "${round}": "${formula}"`);
  return calls(account);
}

/** Without those of tokens and of the grower's consent. */
const dataCalls = ({ token: _, authorize: __, ...kinds }: Record<string, number>) =>
  Object.values(kinds).reduce((sum, calls) => sum + calls, 0);

const day = 86_400_000;
const yesterday = Math.floor(cloudClock.now() / day) * day - day / 4;
const at = (hours: number) => new Date(yesterday + hours * 3_600_000).toISOString();

afterEach(() => fieldNet('DELETE', '/world/systems/counted'));

test('rounds make the calls that the documentation says', async () => {
  await fieldNet('PUT', '/history/counted', { rows: [wet(at(0), 0), dry(at(2), 30)] });
  await fieldNet('PUT', '/world/systems/counted', pivot);
  const { items } = await fieldNet<{ items: object[] }>('GET', '/world/systems');
  const systems = items.length;
  await fieldNet('DELETE', '/calls');
  const user = await connectedUser(owner);
  const { kinds } = await fieldNet<{ kinds: Record<string, number> }>('GET', '/calls');
  const days = (await user.get<object[]>('/irrigation/applied-irrigation?size=100')).length;
  expect(days).toBeGreaterThan(2);
  const check = documented('Check of a credential', { systems, days: 0 });
  expect(dataCalls(kinds)).toBe(check + documented('First round', { systems, days }));
  expect(dataCalls(await user.sync())).toBe(documented('Nothing has changed', { systems, days: 0 }));
  await fieldNet('PUT', '/history/counted', { rows: [wet(at(0), 0), dry(at(3), 45)] });
  expect(dataCalls(await user.sync())).toBe(documented('New passes', { systems, days: 1 }));
  expect(dataCalls(await user.sync())).toBe(documented('Nothing has changed', { systems, days: 0 }));
});
