import { useRef } from 'preact/hooks';

interface SwipeProps {
  /** Where the layers meet, from the left edge: 0 to 1. */
  share: number;
  onShare(share: number): void;
  /** Titles of the layers on the left and on the right. */
  first: string;
  second: string;
}

const step = 0.02;

/** The handle that swipes a layer across another, by pointer and arrow keys. */
export function SwipeHandle({ share, onShare, first, second }: SwipeProps) {
  const handle = useRef<HTMLDivElement>(null);
  const bounded = (value: number) => onShare(Math.min(1, Math.max(0, value)));
  const drag = (event: PointerEvent) => {
    const frame = handle.current?.parentElement?.getBoundingClientRect();
    if (frame && handle.current?.hasPointerCapture(event.pointerId))
      bounded((event.clientX - frame.left) / frame.width);
  };
  const keys: Record<string, number> = {
    ArrowLeft: share - step,
    ArrowRight: share + step,
    Home: 0,
    End: 1,
  };
  return (
    <>
      <span class="swipe-title first" aria-hidden="true">
        {first}
      </span>
      <span class="swipe-title second" aria-hidden="true">
        {second}
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved; a separator with a value can. */}
      <div
        class="swipe-handle"
        ref={handle}
        role="separator"
        aria-orientation="vertical"
        aria-label={`${first} on the left, ${second} on the right`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        tabIndex={0}
        style={{ left: `${share * 100}%` }}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        onKeyDown={(event) => {
          const next = keys[event.key];
          if (next === undefined) return;
          event.preventDefault();
          bounded(next);
        }}
      >
        <span class="grip" aria-hidden="true">
          ‹ ›
        </span>
      </div>
    </>
  );
}
