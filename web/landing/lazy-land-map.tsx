import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { LandMap, LandMapProps } from './land-map.tsx';

interface LazyLandMapProps extends LandMapProps {
  /** Shown until the map is loaded, and where it cannot be. */
  otherwise: ComponentChildren;
}

/** A map of neighbouring fields whose script is loaded when it is shown. */
export function LazyLandMap({ otherwise, ...props }: LazyLandMapProps) {
  const [Loaded, setLoaded] = useState<typeof LandMap>();
  useEffect(() => {
    import('./land-map.tsx').then(
      (module) => setLoaded(() => module.LandMap),
      () => undefined,
    );
  }, []);
  return Loaded ? <Loaded {...props} /> : otherwise;
}
