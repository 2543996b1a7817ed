import { timestamp } from '../../../domain/clock.ts';
import type { MultiPolygon } from '../../../domain/geometry/multi-polygon.ts';
import type { CellField, CellScene } from '../../../domain/satellite/scenes/cell-store.ts';
import { type Footprint, footprintOf } from '../../../domain/satellite/scenes/footprint.ts';
import type { SearchServices } from './services.ts';

const sideBySide = 10;

/** A scene with the place that it shows, made once for all fields. */
interface OutlinedScene {
  scene: CellScene;
  footprint: Footprint;
}

export function outlined(scenes: readonly CellScene[]): OutlinedScene[] {
  return scenes.map((scene) => ({ scene, footprint: footprintOf(scene.footprint) }));
}

/**
 * Begins the processing of each scene for each of the fields that it shows, from the first day on that they want. Idempotent: a process has the id
 * of its field and its scene.
 */
export async function matchScenes(
  scenes: readonly OutlinedScene[],
  fields: readonly CellField[],
  services: SearchServices,
): Promise<void> {
  const groundOf = remembered(services);
  const shown = fields.flatMap((field) =>
    scenes.flatMap(({ scene, footprint }) => {
      const lies = scene.date >= field.since ? footprint.holds(field.bounds) : 'outside';
      return lies === 'outside' ? [] : [{ scene, footprint, field, isSure: lies === 'inside' }];
    }),
  );
  for (let start = 0; start < shown.length; start += sideBySide) {
    await Promise.all(
      shown.slice(start, start + sideBySide).map(async ({ scene, footprint, field, isSure }) => {
        const ground = isSure ? undefined : await groundOf(field);
        if (isSure || (ground && footprint.meets(ground))) await begin(scene, field, services);
      }),
    );
  }
}

async function begin(scene: CellScene, { ownerId, fieldId }: CellField, services: SearchServices): Promise<void> {
  const { processes, processQueue, derivedId, clock } = services;
  const { id: sceneId, key, collection, upstream, provider, date } = scene;
  const id = derivedId(fieldId, provider, key);
  const createdAt = timestamp(clock.now());
  const made = { sceneId, collection, upstream, provider, date, images: [], createdAt };
  const isNew = await processes.create({ id, ownerId, fieldId, status: 'STARTED', ...made });
  // A message that is lost is sent again by the sweep.
  if (isNew) await processQueue.send({ ownerId, fieldId, processId: id });
}

/** The ground of fields, each read once. */
function remembered({ fields }: SearchServices): (field: CellField) => Promise<MultiPolygon | undefined> {
  const known = new Map<string, Promise<MultiPolygon | undefined>>();
  return ({ ownerId, fieldId }) => {
    const found = known.get(fieldId) ?? fields.get(ownerId, fieldId).then((field) => field?.geometry);
    known.set(fieldId, found);
    return found;
  };
}
