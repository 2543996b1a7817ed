import { type Signal, signal } from '@preact/signals';
import { ApiProblem } from '../../api/client.ts';
import type { Plane } from '../../map/plane.ts';
import type { PointSet } from '../../points/point-set.ts';
import type { PointsToRead } from '../../points/points-messages.ts';
import type { PointsReader } from '../../points/points-reader.ts';
import type { LayerChoice } from '../season/layer-choice.ts';
import type { Season } from '../season/season.ts';
import { readOperationLayer, readSceneLayer } from './read-layer.ts';
import { samplePoints } from './sample-points.ts';

/** How far a layer is. */
export type LayerState =
  /** @property isMade whether the server makes it, which takes seconds. */
  | { step: 'loading'; isMade?: boolean }
  | { step: 'failed'; reason: string; retry(): void }
  /** @property units of all layers of the operation, by property. */
  | { step: 'ready'; set: PointSet; units: Record<string, string> };

/** Layers that a season has shown, the last ones in memory. */
export interface Layers {
  of(choice: LayerChoice): Signal<LayerState>;
}

/** A layer of a million points has some 40 MB in the memory of the worker. */
const maxKept = 8;

export function layersOf(season: Pick<Season, 'api' | 'samples'>, plane: Plane, reader: PointsReader): Layers {
  const kept = new Map<string, Signal<LayerState>>();
  const load = (choice: LayerChoice, state: Signal<LayerState>) => {
    state.value = { step: 'loading' };
    const failed = (reason: string) => {
      state.value = { step: 'failed', reason, retry: () => load(choice, state) };
    };
    const onMade = () => {
      state.value = { step: 'loading', isMade: true };
    };
    const read = async () => {
      const { source } = choice;
      if (source.kind === 'samples') {
        show(samplePoints(season.samples.value.value, source, choice.unit, plane), {});
        return;
      }
      const { what, units } =
        source.kind === 'operation'
          ? await readOperationLayer(season.api, source, onMade)
          : await readSceneLayer(season.api, source);
      show(what, units);
    };
    const show = (what: PointsToRead, units: Record<string, string>) =>
      reader.read(what, plane, {
        onSet: (set) => {
          if (kept.get(choice.id) === state) state.value = { step: 'ready', set, units };
          else reader.forget(set);
        },
        onFailed: failed,
      });
    read().catch((error: unknown) =>
      failed(error instanceof ApiProblem || error instanceof Error ? error.message : 'unknown'),
    );
  };
  return {
    of(choice) {
      const known = kept.get(choice.id);
      if (known) {
        kept.delete(choice.id);
        kept.set(choice.id, known);
        return known;
      }
      const state = signal<LayerState>({ step: 'loading' });
      kept.set(choice.id, state);
      const [oldest] = kept.keys();
      if (oldest !== undefined && kept.size > maxKept) {
        const given = kept.get(oldest)?.peek();
        kept.delete(oldest);
        if (given?.step === 'ready') reader.forget(given.set);
      }
      // What is shown is computed from the state, and computing must not change it.
      queueMicrotask(() => load(choice, state));
      return state;
    },
  };
}
