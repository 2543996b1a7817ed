import type { MapPoint } from '../map/field-map.tsx';
import type { WorkLayer } from './use-work-layer.ts';
import type { WorkTexts } from './work-texts.ts';

interface WorkPointProps {
  point: MapPoint;
  layer: WorkLayer;
  texts: WorkTexts;
}

/** The value of the point that is pointed at. */
export function WorkPoint({ point, layer: { property, unit }, texts }: WorkPointProps) {
  const written = texts.number(point.value, Math.abs(point.value) < 10 ? 2 : 1);
  return (
    <p class="work-point" aria-live={point.isChosen ? 'polite' : 'off'}>
      <span>{texts.property(property)}</span>
      <strong>
        {written} {unit && texts.unit(unit)}
      </strong>
      {point.isChosen && (
        <button type="button" aria-label={texts.close} onClick={point.close}>
          ×
        </button>
      )}
    </p>
  );
}
