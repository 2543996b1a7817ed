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
    const { at } = point;
    return (signal: AbortSignal) => reader.read(toDegrees(plane, at), signal);
  }, [point?.layer.set.id, point?.index, layer?.choice.id]);
  if (!point || !layer) return null;
  const { set } = point.layer;
  const state = set.about.states[point.state];
  const hiddenFor = point.state > 0 && state ? hiddenText([state]).replace(/^[\d,]+ /, '') : undefined;
  return (
    <PointCard
      key={`${layer.choice.id} ${point.index}`}
      title={layer.choice.title}
      value={point.value}
      unit={set.about.unit}
      categories={set.about.categories}
      {...{ hiddenFor, read }}
      date={layer.choice.date}
      isChosen={point.isChosen}
      onClose={point.close}
    />
  );
}
