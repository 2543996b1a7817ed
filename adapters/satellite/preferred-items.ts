import { coverSameGround } from '../../domain/satellite/scenes/same-ground.ts';
import type { Scene } from '../../domain/satellite/scenes/scene.ts';

/**
 * Collects the Items of a search and keeps one for each scene: a catalogue lists a scene in several collections, and again when it was reprocessed.
 * The two pieces of a tile that a datastrip cuts are two scenes.
 *
 * @param collections the preferred one first.
 */
export function preferredItems(collections: readonly string[]) {
  /** Kept scenes by platform, tile and day, so that few Items are compared with each other. */
  const days = new Map<string, Scene[]>();

  const rank = ({ collection }: Scene) => collections.indexOf(collection);
  const isBetter = (one: Scene, other: Scene): boolean => {
    if (isFetchable(one) !== isFetchable(other)) return isFetchable(one);
    return rank(one) < rank(other) || (rank(one) === rank(other) && one.created > other.created);
  };

  return {
    add(scene: Scene): void {
      const day = scene.key.slice(0, scene.key.lastIndexOf('T'));
      const known = days.get(day) ?? [];
      const at = known.findIndex((other) => isSameScene(scene, other));
      const other = known[at];
      if (!other) known.push(scene);
      else if (isBetter(scene, other)) known[at] = scene;
      days.set(day, known);
    },

    /** The newest first. */
    all: (): Scene[] => [...days.values()].flat().sort((one, other) => (one.date < other.date ? 1 : -1)),
  };
}

/** Reprocessing may change the moment of a scene (`datetime`) by minutes, but not its datastrip. */
function isSameScene(one: Scene, other: Scene): boolean {
  const isKnown = one.datastrip !== undefined && other.datastrip !== undefined;
  if (isKnown && one.datastrip === other.datastrip) return true;
  return one.key === other.key && (!isKnown || coverSameGround(one.footprint, other.footprint));
}

/** Some reprocessed Items of Earth Search name files in a bucket that only its requesters can read: `s3://…`. */
function isFetchable({ assets }: Scene): boolean {
  return Object.values(assets).every(({ href }) => /^https?:/.test(href));
}
