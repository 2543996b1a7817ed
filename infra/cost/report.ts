import { usualAccountConcurrency, workerSlots } from '../context/worker-slots.ts';
import type { Template } from '../template.ts';
import { capacityReport } from './capacity.ts';
import { idleBill } from './idle.ts';
import { type Item, prices, total, usdOf } from './prices.ts';
import { workloads } from './workloads.ts';

/** The tables of docs/cost.md that are made: idle bills by environment, workloads, what workers do in a day, prices. */
export function costReport(environments: Readonly<Record<string, readonly Template[]>>): string {
  const idle = Object.entries(environments).map(([name, templates]) => ({ name, items: idleBill(templates) }));
  const things = [...new Set(idle.flatMap(({ items }) => items.map(({ what }) => what)))];
  return [
    `| A month in which nobody calls, USD | ${idle.map(({ name }) => name).join(' | ')} |`,
    `|---|${idle.map(() => '--:|').join('')}`,
    ...things.map((what) =>
      row(
        what,
        idle.map(({ items }) => usd(sumOf(items, what))),
      ),
    ),
    row(
      '**Together**',
      idle.map(({ items }) => `**${usd(total(items))}**`),
    ),
    '',
    '| Work | Assumed | USD | Most of it |',
    '|---|---|--:|---|',
    ...workloads.map(({ name, assumed, items }) => `| ${name} | ${assumed} | ${usd(total(items))} | ${most(items)} |`),
    '',
    '### What workers do in a day',
    '',
    'By the settings of [a deployment](settings.md), as they are unless set; workers of all queues have half of `accountConcurrency` at most.',
    '',
    capacityReport(workerSlots(usualAccountConcurrency)),
    '',
    '### Prices',
    '',
    '| Price | USD |',
    '|---|--:|',
    ...Object.values(prices).map(({ usd: price, unit }) => `| ${unit} | ${Number(price.toPrecision(6))} |`),
  ].join('\n');
}

const row = (what: string, cells: readonly string[]) => `| ${what} | ${cells.join(' | ')} |`;

const sumOf = (items: readonly Item[], what: string) => total(items.filter((item) => item.what === what));

const usd = (amount: number) => amount.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** The three prices that a bill comes from, with their shares. */
function most(items: readonly Item[]): string {
  const all = total(items);
  const byUnit = new Map<string, number>();
  for (const item of items)
    byUnit.set(prices[item.price].unit, (byUnit.get(prices[item.price].unit) ?? 0) + usdOf(item));
  const largest = [...byUnit].sort(([, a], [, b]) => b - a).slice(0, 3);
  return largest.map(([unit, amount]) => `${unit} ${Math.round((100 * amount) / all)} %`).join(', ');
}

const [begin, end] = ['<!-- npm run cost writes what follows -->', '<!-- until here -->'] as const;

/** The page with the tables in place of those that it has. */
export function withReport(page: string, report: string): string {
  const [before, rest] = page.split(begin);
  const after = rest?.split(end)[1];
  if (after === undefined) throw new Error(`docs/cost.md needs the lines ${begin} and ${end}`);
  return `${before}${begin}\n\n${report}\n\n${end}${after}`;
}
