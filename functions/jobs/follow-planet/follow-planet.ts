import type { Message } from '../../queue/sqs-worker.ts';
import { followOrder } from './follow-order.ts';
import type { PlanetMessage } from './messages.ts';
import { searchField } from './search-field.ts';
import type { FollowServices } from './services.ts';

const fieldsAtOnce = 100;

/** Does what a message asks for: follows the order of a scene, searches for scenes of a field, or begins anew with another key. Idempotent. */
export async function followPlanet(
  asked: PlanetMessage,
  message: Message<PlanetMessage>,
  services: FollowServices,
): Promise<void> {
  if ('processId' in asked) return followOrder(asked, message, services);
  if ('fieldId' in asked) return searchField(asked, message, services);
  return beginAnew(asked.ownerId, services);
}

/** What the last key could not do is forgotten, and every field with Planet is searched for at once: the sweep sends for each. */
async function beginAnew(ownerId: string, { directory, searches }: FollowServices): Promise<void> {
  for (let page = 0; ; page += 1) {
    const { items, next } = await directory.list(ownerId, { page, size: fieldsAtOnce, sort: [] });
    for (const field of items.filter(({ providers }) => providers.includes('planet'))) {
      const subject = { ownerId, fieldId: field.id };
      await searches.passed(subject, 'search');
      await searches.passed(subject, 'order');
      await searches.leases.makeDue(subject);
    }
    if (next === undefined) return;
  }
}
