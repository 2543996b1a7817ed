import type { MultiPolygon } from '../../../domain/geometry/multi-polygon.ts';
import { cellsOf } from '../../../domain/satellite/scenes/cell.ts';
import { noteWork } from '../../../domain/work/coalesced-work.ts';
import { attemptOf, type Message } from '../../queue/sqs-worker.ts';
import type { SearchMessage } from './messages.ts';
import { searchCell } from './search-cell.ts';
import type { SearchServices } from './services.ts';

/** A piece of a search is over in this time, and what it found is matched. */
const stopBeforeEndMilliseconds = 120_000;

/** Does what a message asks for: searches a cell, or sends for the cells of a new field or of a scene that was published. Idempotent. */
export async function searchScenes(
  asked: SearchMessage,
  message: Message<SearchMessage>,
  services: SearchServices,
): Promise<void> {
  if ('cell' in asked) return searchCell(asked, attemptOf(message, stopBeforeEndMilliseconds), services);
  if ('fieldId' in asked) return tellCells(asked, message, services);
  const publishedAt = services.clock.now();
  for (const cell of await services.cells.used(cellsOf(boxOf(asked.bbox))))
    await message.queue.send({ cell, publishedAt });
}

/** Has the cells of a new field match it with what they know, and search for what they do not, and Planet asked for its scenes. */
async function tellCells(
  { ownerId, fieldId }: { ownerId: string; fieldId: string },
  { queue }: Message<SearchMessage>,
  { cells, fields, planetLeases, planetQueue, clock }: SearchServices,
): Promise<void> {
  const field = await fields.get(ownerId, fieldId);
  const since = field?.since.sentinel;
  if (!field) return;
  for (const cell of since === undefined ? [] : cellsOf(field.geometry)) {
    const work = { list: cells.newFields, leases: cells.leases, send: (of: string) => queue.send({ cell: of }), clock };
    await noteWork(work, cell, [{ ownerId, fieldId, since: since as string }]);
  }
  if (field.since.planet !== undefined) {
    await planetLeases.expect({ ownerId, fieldId }, clock.now());
    await planetQueue.send({ ownerId, fieldId });
  }
  await fields.told(field);
}

function boxOf(bbox: readonly number[]): MultiPolygon {
  const [west = 0, south = 0] = bbox;
  const [east = 0, north = 0] = bbox.length === 4 ? bbox.slice(2) : bbox.slice(3);
  const ring: [number, number][] = [
    [west, south],
    [east, north],
  ];
  return { type: 'MultiPolygon', coordinates: [[ring]] };
}
