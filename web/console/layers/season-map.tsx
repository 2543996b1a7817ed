import '../../map/field-map.css';
import './layers.css';
import { FieldMap } from '../../map/field-map.tsx';
import { shownEvents } from '../season/choosing.ts';
import { dayText } from '../text/dates.ts';
import { LayerNotice } from './layer-notice.tsx';
import { ReadPoint } from './read-point-of-map.tsx';
import type { SeasonLayers, ShownLayer } from './season-layers.ts';

/** The map of a season: the chosen layers, the point that is read, and the zone. */
export function SeasonMap({ layers }: { layers: SeasonLayers }) {
  const { season, plane, extent, reader, boundary, backdrop, point, selected } = layers;
  const { zone, drawing } = season;
  const [first, second] = [layers.first.value, layers.second.value];
  const drawn = second?.drawn;
  return (
    <div class="season-layers-map">
      <FieldMap
        {...{ reader, plane, extent, boundary }}
        label={`Map of ${season.field.name}${first ? `: ${titleOf(first)}` : ''}`}
        imperial={layers.isImperial(first)}
        layer={first?.drawn?.points}
        second={
          drawn && { layer: drawn.points, title: titleOf(second), firstTitle: first ? titleOf(first) : 'Nothing' }
        }
        backdrop={backdrop.value}
        zone={zone.value}
        shapes={layers.shapes.value}
        isDrawing={drawing.value}
        onZone={(ground) => {
          selected.value = undefined;
          zone.value = ground;
        }}
        onDrawing={(isDrawing) => {
          drawing.value = isDrawing;
        }}
        onPoint={(found) => {
          point.value = found;
        }}
      />
      {(first || shownEvents(season.events.value).length > 0) && <LayerNotice layer={first} />}
      <ReadPoint layers={layers} />
    </div>
  );
}

/** Titles of scenes have their day. */
const titleOf = ({ choice: { title, date, source } }: ShownLayer) =>
  source.kind === 'scene' ? title : `${title}, ${dayText(date)}`;
