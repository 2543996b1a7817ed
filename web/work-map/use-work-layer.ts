import { useEffect, useMemo, useState } from 'preact/hooks';
import type { PaintedPoints } from '../map/frame.ts';
import type { Plane } from '../map/plane.ts';
import { divisionFor, firstPlan } from '../points/classes.ts';
import { paintedOf } from '../points/painted-points.ts';
import type { PointSet } from '../points/point-set.ts';
import { openPointsReader, type PointsReader } from '../points/points-reader.ts';
import { type LayerCalls, type ListedLayer, openLayer } from '../points/read-layers.ts';
import { mainProperty, type OperationType } from './work.ts';

/** The layer of a work that growers look at, in the colours of its classes. */
export interface WorkLayer {
  property: string;
  unit: string | undefined;
  /** Of all layers of the work. */
  units: readonly string[];
  points: PaintedPoints;
}

/** Where the layers of a work are. */
export interface LayeredWork {
  path: string;
  operationType: OperationType;
}

interface Read extends Omit<WorkLayer, 'points'> {
  set: PointSet;
}

/** The worker that reads and draws the points of a map, as long as the map is there. */
export function usePointsReader(): PointsReader {
  const reader = useMemo(openPointsReader, []);
  useEffect(() => () => reader.close(), [reader]);
  return reader;
}

/**
 * Reads the layer of a work for a map.
 *
 * @returns undefined until it is read.
 * @param onFailed is called with the reason if there is none, or it cannot be read.
 */
export function useWorkLayer(
  api: LayerCalls,
  reader: PointsReader,
  work: LayeredWork | undefined,
  plane: Plane,
  onFailed: (reason: string) => void,
): WorkLayer | undefined {
  const [read, setRead] = useState<Read>();
  const { path, operationType } = work ?? {};
  useEffect(() => {
    setRead(undefined);
    if (path === undefined || operationType === undefined) return;
    const leaving = new AbortController();
    const failed = (reason: string) => leaving.signal.aborted || onFailed(reason);
    let shown: PointSet | undefined;
    const load = async () => {
      const listed = await api.get<ListedLayer[]>(path, leaving.signal);
      const property = mainProperty(operationType, listed);
      if (property === undefined) return failed('the work has no values to show');
      const { unit } = listed.find((one) => one.property === property) ?? {};
      const units = listed.flatMap((one) => one.unit ?? []);
      const what = await openLayer(api, path, listed, property, () => undefined, leaving.signal);
      if (leaving.signal.aborted) return;
      reader.read(what, plane, {
        onSet(set) {
          shown = set;
          if (!leaving.signal.aborted) setRead({ property, unit, units, set });
        },
        onFailed: failed,
      });
    };
    load().catch((error: unknown) => failed(error instanceof Error ? error.message : 'unknown'));
    return () => {
      leaving.abort();
      if (shown) reader.forget(shown);
    };
  }, [api, reader, path, operationType, plane]);
  return useMemo(() => {
    if (!read) return undefined;
    const { set, ...about } = read;
    return { ...about, points: paintedOf(set, divisionFor(firstPlan, set), false) };
  }, [read]);
}
