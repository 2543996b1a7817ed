import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { WorkMap, WorkMapProps } from './work-map.tsx';

interface LazyWorkMapProps extends Omit<WorkMapProps, 'onFailed'> {
  /** Shows the work without a map of points, where a browser or its network has none. */
  otherwise(): ComponentChildren;
}

/** A map of work whose script is loaded when it is shown, so that the page is there before it. */
export function LazyWorkMap({ otherwise, ...props }: LazyWorkMapProps) {
  const [Loaded, setLoaded] = useState<typeof WorkMap | null>();
  useEffect(() => {
    import('./work-map.tsx').then(
      (module) => setLoaded(() => module.WorkMap),
      () => setLoaded(null),
    );
  }, []);
  if (Loaded === null) return otherwise();
  return Loaded ? <Loaded {...props} onFailed={() => setLoaded(null)} /> : props.waiting;
}
