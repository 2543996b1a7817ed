import type { Message } from '../../queue/sqs-worker.ts';
import { followOrder } from './follow-order.ts';
import type { PlanetMessage } from './messages.ts';
import { searchField } from './search-field.ts';
import type { FollowServices } from './services.ts';

const fieldsPerPage = 100;

/** Handles a message: follows the order of a scene, searches for scenes of a field, or restarts the searches of an owner with a new key. Idempotent. */
export async function followPlanet(
  asked: PlanetMessage,
  message: Message<PlanetMessage>,
  services: FollowServices,
): Promise<void> {
  if ('processId' in asked) return followOrder(asked, message, services);
  if ('fieldId' in asked) return searchField(asked, message, services);
  return restartSearches(asked.ownerId, services);
}

/** Clears the failures of the last key and makes the search of every field with Planet due at once; the sweep sends the messages. */
async function restartSearches(ownerId: string, { directory, searches }: FollowServices): Promise<void> {
  for (let page = 0; ; page += 1) {
    const { items, next } = await directory.list(ownerId, { page, size: fieldsPerPage, sort: [] });
    for (const field of items.filter(({ providers }) => providers.includes('planet'))) {
      const subject = { ownerId, fieldId: field.id };
      await searches.passed(subject, 'search');
      await searches.passed(subject, 'order');
      await searches.leases.makeDue(subject);
    }
    if (next === undefined) return;
  }
}
