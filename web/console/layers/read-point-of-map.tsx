import { useMemo, useRef } from 'preact/hooks';
import { toDegrees } from '../../map/plane.ts';
import { hiddenText } from '../legend/texts.ts';
import { PointCard } from '../point-card/point-card.tsx';
import { type PointColumnsReader, pointColumnsReader } from '../point-card/read-point.ts';
import type { SeasonLayers } from './season-layers.ts';

/** The card of the point that is pointed at. */
export function ReadPoint({ layers }: { layers: SeasonLayers }) {
  const { season, plane } = layers;
  const readers = useRef(new Map<string, PointColumnsReader>());
  const point = layers.point.value;
  const layer = [layers.first.value, layers.second.value].find((one) => point && one?.drawn?.points === point.layer);
  const read = useMemo(() => {
    if (!point || layer?.choice.source.kind !== 'operation' || layer.state.step !== 'ready') return undefined;
    const { operationId } = layer.choice.source;
    const reader = readers.current.get(operationId) ?? pointColumnsReader(season.api, operationId, layer.state.units);
    readers.current.set(operationId, reader);
    const { at } = point.layer.set;
    const [x = 0, y = 0] = at.subarray(2 * point.index, 2 * point.index + 2);
    return (signal: AbortSignal) => reader.read(toDegrees(plane, [x, y]), signal);
  }, [point?.layer.set.at, point?.index, layer?.choice.id]);
  if (!point || !layer) return null;
  const { set } = point.layer;
  const state = set.about.states[set.state[point.index] ?? 0];
  const hiddenFor = set.state[point.index] && state ? hiddenText([state]).replace(/^[\d,]+ /, '') : undefined;
  return (
    <PointCard
      key={`${layer.choice.id} ${point.index}`}
      title={layer.choice.title}
      value={set.value[point.index] ?? Number.NaN}
      unit={set.about.unit}
      categories={set.about.categories}
      {...{ hiddenFor, read }}
      date={layer.choice.date}
      isChosen={point.isChosen}
      onClose={() => {
        layers.point.value = undefined;
      }}
    />
  );
}
