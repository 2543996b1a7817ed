import { zoomed } from './plane.ts';
import { zoomStep } from './use-map-keys.ts';
import type { Looking } from './use-view.ts';

/** Buttons for what wheel, fingers and keys do. */
export function MapControls({ looking: { setView, size, showAll } }: { looking: Looking }) {
  const zoom = (factor: number) => () =>
    setView((view) => zoomed(view, size, factor, [size.width / 2, size.height / 2]));
  return (
    <div class="map-controls">
      <button type="button" aria-label="Zoom in" onClick={zoom(zoomStep)}>
        +
      </button>
      <button type="button" aria-label="Zoom out" onClick={zoom(1 / zoomStep)}>
        −
      </button>
      <button type="button" aria-label="Show the whole field" title="Show the whole field" onClick={showAll}>
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path d="M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4" fill="none" stroke="currentColor" stroke-width="1.8" />
        </svg>
      </button>
    </div>
  );
}
