import { auditProduct, type ContractProduct, termOf } from '../../../domain/usage/contract.ts';
import type { FirstDays } from '../../../domain/usage/counting/ports.ts';
import { type FindTerm, present } from '../../../domain/usage/counting/series.ts';
import type { Counted } from '../../../domain/usage/counting/source.ts';
import { type Day, later } from '../../../domain/weather/days.ts';

/**
 * Finds the terms in which work counts, after recording the first days and terms of the products that are used here.
 */
export async function termsOf(ownerId: string, counted: readonly Counted[], firstDays: FirstDays): Promise<FindTerm> {
  const known = await firstDays.get(ownerId);
  const earliest = new Map<ContractProduct, Day>();
  for (const { products, day } of counted) {
    for (const product of products) {
      const before = earliest.get(product);
      if (before === undefined || day < before) earliest.set(product, day);
    }
  }
  for (const [product, day] of earliest) {
    if (known.has(product)) continue;
    await firstDays.add(ownerId, product, day);
    known.set(product, day);
  }
  const find: FindTerm = (product, day) => {
    if (product === auditProduct) return { term: present, day };
    const first = known.get(product) ?? day;
    return { term: termOf(first, day).start, day: later(first, day) };
  };
  const terms = new Set<string>();
  for (const { products, day } of counted) {
    for (const product of products) terms.add(`${product}#${find(product, day).term}`);
  }
  for (const name of terms) {
    const [product, term = ''] = name.split('#') as [ContractProduct, string];
    if (term !== present) await firstDays.addTerm(ownerId, product, term);
  }
  return find;
}
