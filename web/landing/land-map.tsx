import { useMemo, useRef } from 'preact/hooks';
import mapStyle from '../map/field-map.css?inline';
import { FieldMap } from '../map/field-map.tsx';
import { extentOf, planeAt } from '../map/plane.ts';
import { ringsOf } from '../map/shapes.ts';
import type { LayerCalls } from '../points/read-layers.ts';
import { titleOf } from '../work-map/class-legend.tsx';
import { useStyle } from '../work-map/use-style.ts';
import { usePointsReader, useWorkLayer, type WorkLayer } from '../work-map/use-work-layer.ts';
import { layersOfOperation } from '../work-map/work.ts';
import type { LandWork, Neighbourhood } from './land.ts';
import { workTexts } from './work-texts.ts';

export interface LandMapProps {
  api: LayerCalls;
  group: Neighbourhood;
  /** For screen readers. */
  title: string;
  isLarge: boolean;
  /** Lengths in feet. */
  imperial: boolean;
}

/** Neighbouring fields with the points of the work in one of them. A click on a field opens it in the console. */
export function LandMap({ api, group: { fields, work }, title, isLarge, imperial }: LandMapProps) {
  const element = useRef<HTMLElement>(null);
  useStyle(element, mapStyle);
  const { extent, plane } = useMemo(() => {
    const positions = fields
      .flatMap(({ geometry }) => ringsOf(geometry).flat())
      .map(([x = 0, y = 0]) => [x, y] as const);
    const { xmin, ymin, xmax, ymax } = extentOf(positions) ?? { xmin: 0, ymin: 0, xmax: 0, ymax: 0 };
    return { extent: { xmin, ymin, xmax, ymax }, plane: planeAt((xmin + xmax) / 2, (ymin + ymax) / 2) };
  }, [fields]);
  const reader = usePointsReader();
  const worked = work && { path: layersOfOperation(work.id), operationType: work.type };
  // Outlines without points are a map as well.
  const layer = useWorkLayer(api, reader, worked, plane, () => undefined);
  const shapes = useMemo(
    () =>
      fields.map(({ id, label, geometry }) => ({
        id,
        label,
        title: label ?? 'A field without a name',
        ground: geometry,
        isTinted: !work?.fields.some((field) => field.id === id),
      })),
    [fields, work],
  );
  return (
    <figure class="land-map" data-large={isLarge} ref={element}>
      <FieldMap
        {...{ plane, extent, reader, shapes, imperial }}
        label={title}
        layer={layer?.points}
        isInPage
        onShape={({ id }) => {
          const field = fields.find((one) => one.id === id);
          if (field) location.assign(field.href);
        }}
      />
      {work && layer && <figcaption>{captionOf(work, layer, fields)}</figcaption>}
    </figure>
  );
}

/** What the colours are: the work, its field, and the values of the darkest and the lightest colour. */
function captionOf(work: LandWork, { property, unit, points }: WorkLayer, fields: Neighbourhood['fields']): string {
  const names = fields.filter(({ id }) => work.fields.some((field) => field.id === id)).map(({ label }) => label);
  const [low, high] = [points.division.bounds[0], points.division.bounds.at(-1)];
  const range = low === undefined || high === undefined ? '' : `, from ${low} (dark) to ${high} (light)`;
  return `${names.join(', ')}, ${work.startTime.slice(0, 10)}: ${titleOf(property, unit, workTexts)}${range}.`;
}
