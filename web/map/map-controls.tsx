import type { MapTexts } from './map-texts.ts';
import { zoomed } from './plane.ts';
import { zoomStep } from './use-map-keys.ts';
import type { Looking } from './use-view.ts';

interface MapControlsProps {
  looking: Looking;
  texts: MapTexts;
  isDrawing: boolean;
  onDrawing?: ((isDrawing: boolean) => void) | undefined;
}

/** Buttons for what wheel, fingers and keys do, and for drawing a zone. */
export function MapControls({ looking: { setView, size, showAll }, texts, isDrawing, onDrawing }: MapControlsProps) {
  const zoom = (factor: number) => () =>
    setView((view) => zoomed(view, size, factor, [size.width / 2, size.height / 2]));
  return (
    <div class="map-controls">
      <button type="button" aria-label={texts.zoomIn} onClick={zoom(zoomStep)}>
        +
      </button>
      <button type="button" aria-label={texts.zoomOut} onClick={zoom(1 / zoomStep)}>
        −
      </button>
      <button type="button" aria-label={texts.showAll} title={texts.showAll} onClick={showAll}>
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path d="M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4" fill="none" stroke="currentColor" stroke-width="1.8" />
        </svg>
      </button>
      {onDrawing && (
        <button
          type="button"
          aria-label="Outline a zone"
          title={isDrawing ? 'Stop drawing (Escape)' : 'Outline a zone'}
          aria-pressed={isDrawing}
          onClick={() => onDrawing(!isDrawing)}
        >
          <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
            <path d="M3 13l1-4 7-7 3 3-7 7zM9 4l3 3" fill="none" stroke="currentColor" stroke-width="1.6" />
          </svg>
        </button>
      )}
    </div>
  );
}
