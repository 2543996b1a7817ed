import { cellsOf } from '../../../domain/satellite/scenes/cell.ts';
import { noteWork } from '../../../domain/work/coalesced-work.ts';
import { attemptOf, type Message } from '../../queue/sqs-worker.ts';
import type { SearchMessage } from './messages.ts';
import { publishedCells } from './published-cells.ts';
import { searchCell } from './search-cell.ts';
import type { SearchServices } from './services.ts';

/** A worker begins no further piece of a search when less time than this remains: one piece with its matching is done within it. */
const stopBeforeEndMilliseconds = 120_000;

/**
 * Handles a message: searches a cell, or sends messages for the cells of a new field or of a published scene. Items of collections that are not
 * searched are ignored. Idempotent.
 */
export async function searchScenes(
  asked: SearchMessage,
  message: Message<SearchMessage>,
  services: SearchServices,
): Promise<void> {
  if ('cell' in asked) return searchCell(asked, attemptOf(message, stopBeforeEndMilliseconds), services);
  if ('fieldId' in asked) return notifyCells(asked, message, services);
  const { cells, clock, collections } = services;
  if (asked.collection !== undefined && !collections.includes(asked.collection)) return;
  const publishedAt = clock.now();
  for (const cell of await cells.used(publishedCells(asked))) await message.queue.send({ cell, publishedAt });
}

/** Notes a new field in its cells, whose searches match it with known scenes and ask for older ones, and has Planet searched for it. */
async function notifyCells(
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
  await fields.markReported(field);
}
