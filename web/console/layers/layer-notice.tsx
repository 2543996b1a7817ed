import { Busy, Failed } from '../parts/notice.tsx';
import type { ShownLayer } from './season-layers.ts';

/** What the map says instead of a layer: nothing chosen, loading, failed, or without points. */
export function LayerNotice({ layer }: { layer: ShownLayer | undefined }) {
  if (!layer) return <Note text="Choose work, a scene or samples to see them on the map." />;
  const { state, choice } = layer;
  if (state.step === 'failed') {
    return (
      <div class="layer-notice">
        <Failed what={choice.title} reason={state.reason} retry={state.retry} />
      </div>
    );
  }
  if (state.step === 'ready') {
    return state.set.count === 0 ? <Note text={`${choice.title} has no values here.`} /> : null;
  }
  return (
    <div class="layer-notice">
      <Busy
        text={
          state.isMade
            ? `${choice.title}: the points are being prepared, which takes some seconds …`
            : `${choice.title} …`
        }
      />
    </div>
  );
}

function Note({ text }: { text: string }) {
  return (
    <div class="layer-notice">
      <p role="status">{text}</p>
    </div>
  );
}
