import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { factorOf, isImperial } from '../../domain/machine-files/points/units.ts';
import mapStyle from '../map/field-map.css?inline';
import { FieldMap, type MapPoint } from '../map/field-map.tsx';
import { planeAt } from '../map/plane.ts';
import { groundExtent } from '../map/shapes.ts';
import { classesOf } from '../points/classes.ts';
import type { LayerCalls } from '../points/read-layers.ts';
import { ClassLegend, titleOf } from './class-legend.tsx';
import { useStyle } from './use-style.ts';
import { usePointsReader, useWorkLayer, type WorkLayer } from './use-work-layer.ts';
import { layersOfFile, type Work } from './work.ts';
import style from './work-map.css?inline';
import { WorkPoint } from './work-point.tsx';
import type { WorkTexts } from './work-texts.ts';

export interface WorkMapProps {
  api: LayerCalls;
  work: Work;
  texts: WorkTexts;
  /** Shown until there are points. */
  waiting: ComponentChildren;
  /** The property that is shown, as soon as it is. */
  onShown?(property: string, unit: string | undefined): void;
  /** There are no points to show. */
  onFailed(): void;
}

/** The points of a machine file on the ground that was worked, with their legend. */
export function WorkMap({ api, work, texts, waiting, onShown, onFailed }: WorkMapProps) {
  const element = useRef<HTMLDivElement>(null);
  useStyle(element, mapStyle);
  useStyle(element, style);
  const { geometry } = work.summary;
  const extent = useMemo(() => geometry && groundExtent(geometry), [geometry]);
  const plane = useMemo(() => {
    const { xmin, ymin, xmax, ymax } = extent ?? { xmin: 0, ymin: 0, xmax: 0, ymax: 0 };
    return planeAt((xmin + xmax) / 2, (ymin + ymax) / 2);
  }, [extent]);
  const reader = usePointsReader();
  const layered = extent && { path: layersOfFile(work.id), operationType: work.operationType };
  const layer = useWorkLayer(api, reader, layered ?? undefined, plane, onFailed);
  const [point, setPoint] = useState<MapPoint>();
  useEffect(() => {
    if (!extent) onFailed();
  }, [extent]);
  useEffect(() => {
    if (layer) onShown?.(layer.property, layer.unit);
  }, [layer?.property, layer?.unit]);
  if (!layer || !extent) return <div ref={element}>{waiting}</div>;
  const title = titleOf(layer.property, layer.unit, texts);
  return (
    <div class="work-map" ref={element}>
      <div class="work-map-parts">
        <div class="work-map-ground">
          <FieldMap
            {...{ plane, extent, reader }}
            label={texts.label(title)}
            layer={layer.points}
            imperial={layer.units.some(isImperial)}
            isInPage
            texts={texts.map}
            onPoint={setPoint}
          />
          {point && <WorkPoint {...{ point, layer, texts }} />}
        </div>
        <LayerLegend {...{ layer, title, texts }} />
      </div>
    </div>
  );
}

/** The classes of a layer, and how many points they leave out. */
function LayerLegend({ layer, title, texts }: { layer: WorkLayer; title: string; texts: WorkTexts }) {
  const { set, division } = layer.points;
  const areaUnit = layer.units.some(isImperial) ? 'ac' : 'ha';
  const classes = useMemo(() => {
    const counted = classesOf(set, division, false);
    return counted.map(({ squareMetres, ...one }) => ({
      ...one,
      ...(squareMetres !== undefined && { area: squareMetres / factorOf(areaUnit) }),
    }));
  }, [set, division, areaUnit]);
  const hasAreas = classes.some(({ area }) => area !== undefined);
  const hidden = set.about.states.slice(1).filter(({ points }) => points > 0);
  const hiddenPoints = hidden.reduce((sum, { points }) => sum + points, 0);
  const { count, about } = set;
  return (
    <div class="work-map-legend">
      <ClassLegend {...{ title, classes, texts }} areaUnit={hasAreas ? areaUnit : undefined} />
      {hiddenPoints > 0 && <p>{texts.hidden(hiddenPoints, about.points, hidden)}</p>}
      {about.points > count && <p>{texts.thinned(count, about.points)}</p>}
    </div>
  );
}
