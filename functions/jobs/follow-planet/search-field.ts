import { timestamp } from '../../../domain/clock.ts';
import type { PlanetScene } from '../../../domain/satellite/planet/planet.ts';
import { noPlanetKey, openPlanetKey } from '../../../domain/satellite/planet/planet-key.ts';
import type { PlanetFailure } from '../../../domain/satellite/planet/planet-stores.ts';
import type { StoredSatelliteField } from '../../../domain/satellite/satellite-field.ts';
import { ProviderProblem } from '../../../domain/sync/provider-problem.ts';
import { type Attempt, runExclusively } from '../../../domain/work/coalesced-work.ts';
import { attemptOf, type Message } from '../../queue/sqs-worker.ts';
import type { PlanetMessage, PlanetSearchMessage } from './messages.ts';
import type { FollowServices } from './services.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Planet is asked this often for each field; new scenes appear about once a day. */
const searchMilliseconds = 6 * hour;
/** The searches of an owner's fields are spread over this long, so that they do not all come at once. */
const spreadMilliseconds = hour;
/** The pause after a failed search; doubled after each failure, up to a day. */
const pauseMilliseconds = 5 * minute;
/**
 * Assets of a scene may appear days after its publication: searches begin this long before the latest publication that is known, and a scene is ordered
 * once all its assets are there or it was published this long ago. An order cannot be extended, and a second one would be paid for again.
 */
const overlapMilliseconds = 3 * day;
/** A long search stores its progress after this many scenes. */
const scenesPerStep = 50;
const stopBeforeEndMilliseconds = minute;

/** Searches for scenes of a field with the key of its owner, while no other worker does, and says when the next search is due. */
export async function searchField(
  { ownerId, fieldId }: PlanetSearchMessage,
  message: Message<PlanetMessage>,
  services: FollowServices,
): Promise<void> {
  const attempt = attemptOf(message, stopBeforeEndMilliseconds);
  const { fields, searches, clock } = services;
  const subject = { ownerId, fieldId };
  await runExclusively(subject, attempt, searches.leases, async () => {
    const field = await fields.get(ownerId, fieldId);
    if (field?.since.planet === undefined) return true;
    const pause = await search(field, field.since.planet, attempt, message, services);
    // The schedule: the sweep sends for the field then.
    await searches.leases.expect(subject, clock.now() + pause);
    return true;
  });
}

/** Searches once. Returns the milliseconds until the next search. */
async function search(
  field: StoredSatelliteField,
  since: string,
  attempt: Attempt,
  message: Message<PlanetMessage>,
  services: FollowServices,
): Promise<number> {
  const { ownerId, id: fieldId, geometry, assetTypes = [] } = field;
  const { planet, searches, clock } = services;
  const subject = { ownerId, fieldId };
  const apiKey = await openPlanetKey(ownerId, services);
  if (apiKey === undefined) return failed(field, { cause: 'noKey', reason: noPlanetKey }, services);
  const { publishedUntil } = (await searches.state(subject)) ?? {};
  const publishedAfter = publishedUntil && timestamp(Date.parse(publishedUntil) - overlapMilliseconds);
  const asked = { geometry, from: `${since}T00:00:00.000Z`, ...(publishedAfter && { publishedAfter }), assetTypes };
  let [latest, found] = [publishedUntil ?? '', 0];
  let firstIncomplete: string | undefined;
  try {
    for await (const scene of planet.search(apiKey, asked)) {
      const waits = !scene.isComplete && clock.now() < Date.parse(scene.published) + overlapMilliseconds;
      const { endDate = '9' } = field;
      const isWanted = scene.date.slice(0, endDate.length) <= endDate;
      if (isWanted && waits) firstIncomplete ??= scene.published;
      else if (isWanted) await begin(scene, subject, message, services);
      if (scene.published > latest) latest = scene.published;
      found += 1;
      if (found % scenesPerStep !== 0) continue;
      await searches.reached(subject, progressOf(latest, firstIncomplete));
      if (!attempt.hasTime()) return 0;
    }
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error;
    console.warn({ field: fieldId, kind: error.kind, message: error.message, answered: error.answered });
    const pause = await failed(field, { cause: error.kind, reason: error.message }, services, !error.passes);
    return Math.max(pause, (error.retryAfterSeconds ?? 0) * 1000);
  }
  if (latest !== '') await searches.reached(subject, progressOf(latest, firstIncomplete));
  await searches.searched(subject);
  return searchMilliseconds + spreadOf(fieldId);
}

/** The publication up to which scenes are known: not so late that the next search would miss the first scene that waits for assets. */
function progressOf(latest: string, firstIncomplete: string | undefined): string {
  if (firstIncomplete === undefined) return latest;
  const held = timestamp(Date.parse(firstIncomplete) + overlapMilliseconds);
  return held < latest ? held : latest;
}

async function failed(
  field: StoredSatelliteField,
  failure: PlanetFailure,
  { searches }: FollowServices,
  reports = true,
): Promise<number> {
  const failures = await searches.failed(field, 'search', failure, reports);
  return Math.min(pauseMilliseconds * 2 ** Math.min(Math.max(failures, 1) - 1, 10), day);
}

/** Begins the process of a scene, once: its id is made of its field and its scene. */
async function begin(
  { id: sceneId, date, assets }: PlanetScene,
  { ownerId, fieldId }: { ownerId: string; fieldId: string },
  { queue }: Message<PlanetMessage>,
  { processes, upstream, derivedId, clock }: FollowServices,
): Promise<void> {
  const id = derivedId(fieldId, 'planet', sceneId);
  const scene = { sceneId, collection: 'PSScene', upstream, provider: 'planet' as const, date, assetTypes: assets };
  const createdAt = timestamp(clock.now());
  const isNew = await processes.create({ id, ownerId, fieldId, ...scene, status: 'STARTED', images: [], createdAt });
  // A message that is lost is sent again by the sweep.
  if (isNew) await queue.send({ ownerId, fieldId, processId: id });
}

/** The part of the spread that a field always has, in milliseconds. */
function spreadOf(fieldId: string): number {
  return (Number.parseInt(fieldId.slice(-4), 16) / 0x10000) * spreadMilliseconds;
}
