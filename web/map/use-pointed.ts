import { useEffect, useRef, useState } from 'preact/hooks';
import type { PointsReader } from '../points/points-reader.ts';
import type { MapPoint } from './field-map.tsx';
import type { PaintedPoints } from './frame.ts';
import type { Position } from './plane.ts';

interface Pointing {
  reader: PointsReader;
  layer: PaintedPoints | undefined;
  second: PaintedPoints | undefined;
  onPoint: ((point: MapPoint | undefined) => void) | undefined;
}

/** The point that somebody points at, which the worker looks for. */
export function usePointed({ reader, layer, second, onPoint }: Pointing) {
  const [shown, setShown] = useState<MapPoint>();
  const latest = useRef({ shown, layer, second, asked: 0, answered: 0, isChoosing: false });
  Object.assign(latest.current, { layer, second });
  const show = (found: MapPoint | undefined) => {
    latest.current.shown = found;
    setShown(found);
    onPoint?.(found);
  };
  useEffect(() => {
    if (shown && shown.layer !== layer && shown.layer !== second) show(undefined);
  }, [layer, second]);
  return {
    shown,
    /** Whether the point was chosen, and stays while the pointer moves on. */
    isKept: () => {
      const { shown: own, isChoosing } = latest.current;
      return isChoosing || (own?.isChosen && (own.layer === layer || own.layer === second));
    },
    /** Looks for a point; of answers that come late, the newest counts. */
    async point(
      under: PaintedPoints | undefined,
      place: { at: Position; metresPerPixel: number } | undefined,
      isChosen: boolean,
    ): Promise<void> {
      const { current } = latest;
      const number = ++current.asked;
      if (isChosen) current.isChoosing = place !== undefined;
      const found = under && place && (await reader.find(under, place.at, place.metresPerPixel).catch(() => undefined));
      if (isChosen && number === current.asked) current.isChoosing = false;
      // The layer may have been changed, or the pointer have left.
      const isOver = number < current.answered || (under && under !== current.layer && under !== current.second);
      if (isOver) return;
      current.answered = number;
      const { shown: before } = current;
      if (found?.index === before?.index && (found && under) === before?.layer && !isChosen) return;
      show(found && under && { ...found, layer: under, isChosen, close: () => show(undefined) });
    },
  };
}
