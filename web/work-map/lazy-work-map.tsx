import { type ComponentChildren, Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { useLoaded } from '../components/use-loaded.ts';
import type { WorkMapProps } from './work-map.tsx';

interface LazyWorkMapProps extends Omit<WorkMapProps, 'onFailed'> {
  /**
   * Shows the work without a map of points, where a browser or its network has none, or the points cannot be read.
   *
   * @param again tries to make the map once more, or what stands in its place if its script is not there.
   */
  otherwise(again: () => void): ComponentChildren;
}

/** A map of work whose script is loaded when it is shown. */
export function LazyWorkMap({ otherwise, ...props }: LazyWorkMapProps) {
  const loaded = useLoaded(() => import('./work-map.tsx'));
  const [attempt, setAttempt] = useState(1);
  const [failed, setFailed] = useState(0);
  if (loaded === null || failed === attempt)
    return <Fragment key={attempt}>{otherwise(() => setAttempt(attempt + 1))}</Fragment>;
  return loaded ? <loaded.WorkMap {...props} onFailed={() => setFailed(attempt)} /> : props.waiting;
}
