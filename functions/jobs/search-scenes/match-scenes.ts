import { timestamp } from '../../../domain/clock.ts';
import type { MultiPolygon } from '../../../domain/geometry/multi-polygon.ts';
import type { ImageProcess } from '../../../domain/satellite/processes/image-process.ts';
import type { CellField, CellScene } from '../../../domain/satellite/scenes/cell-store.ts';
import { type Footprint, footprintOf } from '../../../domain/satellite/scenes/footprint.ts';
import type { SearchServices } from './services.ts';

/** Comparisons and writes that run at once. */
const maxAtOnce = 10;

/** A scene with its footprint prepared for comparisons with many fields. */
interface OutlinedScene {
  scene: CellScene;
  footprint: Footprint;
}

export function outlined(scenes: readonly CellScene[]): OutlinedScene[] {
  return scenes.map((scene) => ({ scene, footprint: footprintOf(scene.footprint) }));
}

/**
 * Begins the processing of each scene for each field that it shows, from the first to the last day that the field asks for. Idempotent: the id of a process is made of
 * its field and its scene.
 */
export async function matchScenes(
  scenes: readonly OutlinedScene[],
  fields: readonly CellField[],
  services: SearchServices,
): Promise<void> {
  const groundOf = remembered(services);
  const shown = fields.flatMap((field) =>
    scenes.flatMap(({ scene, footprint }) => {
      const lies = isWanted(scene, field) ? footprint.holds(field.bounds) : 'outside';
      return lies === 'outside' ? [] : [{ scene, footprint, field, isSure: lies === 'inside' }];
    }),
  );
  for (let start = 0; start < shown.length; start += maxAtOnce) {
    await Promise.all(
      shown.slice(start, start + maxAtOnce).map(async ({ scene, footprint, field, isSure }) => {
        const ground = isSure ? undefined : await groundOf(field);
        if (isSure || (ground && footprint.meets(ground))) await begin(scene, field, services);
      }),
    );
  }
}

function isWanted({ date }: CellScene, { since, until }: CellField): boolean {
  return date >= since && (until === undefined || date.slice(0, until.length) <= until);
}

async function begin(scene: CellScene, field: CellField, services: SearchServices): Promise<void> {
  const { derivedId } = services;
  const { key, provider, datastrip } = scene;
  const id = derivedId(field.fieldId, provider, key);
  const known = await create(id, scene, field, services);
  if (!known?.datastrip || !datastrip || known.datastrip === datastrip) return;
  // The id belongs to the other piece of a tile that a datastrip cuts.
  await create(derivedId(field.fieldId, provider, `${key}_${datastrip}`), scene, field, services);
}

/** Creates a process and has it worked on. Returns the process that has the id already, if there is one. */
async function create(
  id: string,
  scene: CellScene,
  { ownerId, fieldId }: CellField,
  { processes, processQueue, clock }: SearchServices,
): Promise<ImageProcess | undefined> {
  const { id: sceneId, datastrip, collection, upstream, provider, date } = scene;
  const made = { sceneId, ...(datastrip && { datastrip }), collection, upstream, provider, date, images: [] };
  const createdAt = timestamp(clock.now());
  const isNew = await processes.create({ id, ownerId, fieldId, status: 'STARTED', ...made, createdAt });
  if (!isNew) return processes.get(ownerId, fieldId, id);
  // The sweep sends a lost message again.
  await processQueue.send({ ownerId, fieldId, processId: id });
  return undefined;
}

/** Reads the geometry of fields, each once. */
function remembered({ fields }: SearchServices): (field: CellField) => Promise<MultiPolygon | undefined> {
  const known = new Map<string, Promise<MultiPolygon | undefined>>();
  return ({ ownerId, fieldId }) => {
    const found = known.get(fieldId) ?? fields.get(ownerId, fieldId).then((field) => field?.geometry);
    known.set(fieldId, found);
    return found;
  };
}
