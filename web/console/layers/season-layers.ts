import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { isImperial } from '../../../domain/machine-files/points/units.ts';
import type { MapPoint } from '../../map/field-map.tsx';
import type { Backdrop, PaintedPoints } from '../../map/frame.ts';
import { type Extent, type Plane, planeAt } from '../../map/plane.ts';
import { type Ground, groundExtent } from '../../map/shapes.ts';
import { type ClassPlan, divisionFor, firstPlan } from '../../points/classes.ts';
import { paintedOf } from '../../points/painted-points.ts';
import { openPointsReader, type PointsReader } from '../../points/points-reader.ts';
import type { LayerChoice } from '../season/layer-choice.ts';
import type { Season } from '../season/season.ts';
import { knownGround } from '../zones/known-ground.ts';
import { type LayerState, layersOf } from './layer-state.ts';
import { sceneLink } from './read-layer.ts';

/** A layer that the screen shows, and how far it is. */
export interface ShownLayer {
  choice: LayerChoice;
  state: LayerState;
  /** Present as soon as its points are there. */
  drawn: DrawnLayer | undefined;
}

/** What the map and the legends of a season share. */
export interface SeasonLayers {
  season: Season;
  boundary: Ground;
  plane: Plane;
  /** The worker that has the points of the layers, and draws them. */
  reader: PointsReader;
  /** Of the boundary, in degrees. */
  extent: Extent;
  first: ReadonlySignal<ShownLayer | undefined>;
  second: ReadonlySignal<ShownLayer | undefined>;
  backdrop: Signal<Backdrop | undefined>;
  /** The point that is pointed at. */
  point: Signal<MapPoint | undefined>;
  /** Ground that a click makes the zone. */
  shapes: ReadonlySignal<ReturnType<typeof knownGround>>;
  /** The class whose ground is the zone. */
  selected: Signal<{ layerId: string; number: number } | undefined>;
  /** Divides a layer in another way. */
  plan(layerId: string, plan: ClassPlan): void;
  /** Whether areas and lengths beside a layer are in acres and feet: as units of its work are, or else the owner's. */
  isImperial(layer: ShownLayer | undefined): boolean;
  /** Ends its worker; the layers are gone. */
  close(): void;
}

/** Opens the layers of a season whose field has a boundary. */
export function openSeasonLayers(season: Season, boundary: Ground): SeasonLayers {
  const extent = groundExtent(boundary) ?? { xmin: 0, ymin: 0, xmax: 0, ymax: 0 };
  const plane = planeAt((extent.xmin + extent.xmax) / 2, (extent.ymin + extent.ymax) / 2);
  const reader = openPointsReader();
  const layers = layersOf(season, plane, reader);
  const plans = signal<Record<string, ClassPlan>>({});
  const backdrop = signal<Backdrop>();
  const selected = signal<{ layerId: string; number: number }>();

  const shown = (chosen: Signal<LayerChoice | undefined>) => {
    const state = computed(() => chosen.value && layers.of(chosen.value).value);
    const set = computed(() => (state.value?.step === 'ready' ? state.value.set : undefined));
    const plan = computed(() => plans.value[chosen.value?.id ?? ''] ?? firstPlan);
    const drawn = computed((): DrawnLayer | undefined => {
      if (!set.value) return undefined;
      const division = divisionFor(plan.value, set.value);
      return { plan: plan.value, points: paintedOf(set.value, division, season.showHidden.value) };
    });
    return computed((): ShownLayer | undefined =>
      chosen.value && state.value ? { choice: chosen.value, state: state.value, drawn: drawn.value } : undefined,
    );
  };

  const stops = [
    effect(() => {
      const scene = season.clearest.value;
      backdrop.value = undefined;
      if (!scene) return;
      let [isOver, picture]: [boolean, Backdrop | undefined] = [false, undefined];
      const read = async () => {
        picture = await reader.readPicture(await sceneLink(season.api, scene, 'RGB'), plane);
        if (isOver) reader.forget(picture);
        else backdrop.value = picture;
      };
      // A map without a backdrop is whole, too.
      read().catch(() => undefined);
      return () => {
        isOver = true;
        if (picture) reader.forget(picture);
      };
    }),
    // The zone that was given up is no class.
    effect(() => {
      if (!season.zone.value || season.drawing.value) selected.value = undefined;
    }),
  ];
  return {
    ...{ season, boundary, plane, extent, reader, backdrop, selected },
    first: shown(season.chosen),
    second: shown(season.second),
    point: signal<MapPoint>(),
    shapes: computed(() => knownGround(season)),
    plan(layerId, plan) {
      plans.value = { ...plans.value, [layerId]: plan };
    },
    isImperial(layer) {
      const units = layer?.state.step === 'ready' ? Object.values(layer.state.units) : [];
      return units.length > 0 ? units.some(isImperial) : season.units.value.value === 'imperial';
    },
    close() {
      for (const stop of stops) stop();
      reader.close();
    },
  };
}

/** Points with their colours, and how they are divided into classes. */
export interface DrawnLayer {
  plan: ClassPlan;
  points: PaintedPoints;
}
