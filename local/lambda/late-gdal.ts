import { functionNeeds } from '../../functions/manifests.ts';

/** A GDAL that is still made while the cloud runs already, as on a first start. Functions that need it get no work before. */
export interface LateGdal {
  /** Resolves when it is there, and also when it is known not to come: work then fails as it does without GDAL. Never rejects. */
  ended: Promise<unknown>;
  isAwaited(): boolean;
}

const needing = Object.entries(functionNeeds)
  .filter(([, { layers = [] }]) => layers.includes('gdal'))
  .map(([name]) => `-${name}`);

/** Whether a deployed function has the layer with GDAL. */
export function needsGdal(functionName: string): boolean {
  return needing.some((name) => functionName.endsWith(name));
}
