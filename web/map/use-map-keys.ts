import { zoomed } from './plane.ts';
import { moved } from './use-pointers.ts';
import type { Looking } from './use-view.ts';

interface KeyListener {
  isDrawing: boolean;
  /** Reads the point in the middle of the map. */
  onRead(): void;
  /** Sets a corner in the middle of the map. */
  onAdd(): void;
  onEnd(): void;
  onUndo(): void;
  onCancel(): void;
}

const step = 40;
const moves: Record<string, readonly [number, number]> = {
  ArrowLeft: [step, 0],
  ArrowRight: [-step, 0],
  ArrowUp: [0, step],
  ArrowDown: [0, -step],
};
/** The factor of one press. */
export const zoomStep = 1.5;

/** The keys of a map: whatever a pointer does, around the crosshair in its middle. */
export function useMapKeys({ setView, size, showAll }: Looking, on: KeyListener) {
  const zoom = (factor: number) => setView((view) => zoomed(view, size, factor, [size.width / 2, size.height / 2]));
  const actions: Record<string, () => void> = {
    '+': () => zoom(zoomStep),
    '=': () => zoom(zoomStep),
    '-': () => zoom(1 / zoomStep),
    '0': showAll,
    ' ': on.isDrawing ? on.onAdd : on.onRead,
    Enter: on.isDrawing ? on.onEnd : on.onRead,
    Escape: on.onCancel,
    ...(on.isDrawing && { Backspace: on.onUndo }),
  };
  return {
    onKeyDown(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const by = moves[event.key];
      const action = by ? () => setView((view) => moved(view, by)) : actions[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    },
  };
}
