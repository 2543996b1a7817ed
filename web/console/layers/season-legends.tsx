import '../legend/legend.css';
import { Legend } from '../legend/legend.tsx';
import { dayText } from '../text/dates.ts';
import type { SeasonLayers, ShownLayer } from './season-layers.ts';

/** The legends of the layers that are shown. */
export function SeasonLegends({ layers }: { layers: SeasonLayers }) {
  const shown = [layers.first.value, layers.second.value].flatMap((layer) => (layer?.drawn ? [layer] : []));
  if (shown.length === 0) return null;
  return (
    <div class="season-legends">
      <h2 class="visually-hidden">{shown.length > 1 ? 'Legends' : 'Legend'}</h2>
      {shown.map((layer) => (
        <LayerLegend key={layer.choice.id} {...{ layers, layer }} />
      ))}
    </div>
  );
}

/** The legend of a layer of the season; a class of it can become the zone. */
function LayerLegend({ layers, layer }: { layers: SeasonLayers; layer: ShownLayer }) {
  const { season, plane, reader, selected } = layers;
  const { zone, drawing, showHidden } = season;
  const { choice, drawn } = layer;
  if (!drawn) return null;
  const { plan, points } = drawn;
  const { set, division } = points;
  return (
    <Legend
      title={choice.title}
      {...(choice.source.kind !== 'scene' && { day: dayText(choice.date) })}
      {...{ set, plan, division }}
      imperial={layers.isImperial(layer)}
      showHidden={showHidden.value}
      selected={selected.value?.layerId === choice.id ? selected.value.number : undefined}
      onPlan={(changed) => {
        if (selected.value?.layerId === choice.id) zone.value = undefined;
        layers.plan(choice.id, changed);
      }}
      onShowHidden={(value) => {
        showHidden.value = value;
      }}
      onSelect={(number) => {
        drawing.value = false;
        const own = number === undefined ? undefined : { layerId: choice.id, number };
        selected.value = own;
        if (number === undefined) zone.value = undefined;
        else
          reader.groundOf(points, number, plane).then(
            (ground) => {
              if (selected.value === own) zone.value = ground;
            },
            () => undefined,
          );
      }}
    />
  );
}
