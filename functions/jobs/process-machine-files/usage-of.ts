import type { UsageFact } from '../../../domain/usage/usage-fact.ts';

/** Square metres are more than any footprint is known to. */
const areaDecimals = 4;

/** The ground that was worked, beside what was made of it: overlaps can be taken out of what is counted later. */
export const footprintFile = 'footprint.json';

/** Machine work that counts as usage: a file or an operation, and the location of the ground that it covers. */
interface CountedWork {
  id: string;
  svcUserId: string;
  createdTime: string;
  areaSquareMetres?: number;
}

/** The usage fact of a file or an operation. A later fact of the same file replaces it. */
export function usageOf(
  ownerId: string,
  product: UsageFact['product'],
  { id, svcUserId, createdTime, areaSquareMetres = 0 }: CountedWork,
  objectKey: string,
): UsageFact {
  return {
    ownerId,
    svcUserId,
    product,
    day: createdTime.slice(0, 10),
    sourceId: id,
    areaHectares: Number((areaSquareMetres / 10_000).toFixed(areaDecimals)),
    shape: { objectKey },
  };
}
