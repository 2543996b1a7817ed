import type { FarmEvent } from '../../../domain/events/event.ts';
import type { UsageFact } from '../../../domain/usage/usage-fact.ts';
import { table } from '../cloud.ts';
import { itemsNaming } from '../stored.ts';

/** Events of a user in the outbox, as receivers will see them: the type, and the members beside type and time. */
export async function eventsOf(svcUserId: string): Promise<({ type: string } & FarmEvent['payload'])[]> {
  const items = (await itemsNaming(table('events'), svcUserId)) as unknown as FarmEvent[];
  return items.sort((a, b) => a.at - b.at).map(({ type, payload }) => ({ type, ...payload }));
}

/** Usage facts of a user's machine work. */
export async function usageOf(svcUserId: string): Promise<UsageFact[]> {
  const items = await itemsNaming(table('usage'), svcUserId);
  return items.map(({ fact }) => fact as UsageFact).filter(({ product }) => product !== 'fieldBoundaries');
}
