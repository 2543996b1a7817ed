import { areaHectares } from '../../domain/geometry/area.ts';
import type { ReadUpload } from '../adapters/boundary-files/upload-fixture.ts';

/** Number of fields in full; of the others only the sums are kept. */
const shownFields = 5;

/**
 * A readable summary of a file's result. The names of the files inside are left out: some of them are personal. Areas are in hectares, to
 * a hundred square metres, since releases of the projection engine differ in the last digits.
 */
export function summarise({ sets }: ReadUpload) {
  return {
    sets: sets.map(({ format, fieldCount, featureCount, fields, problems }) => ({
      format,
      fieldCount,
      featureCount,
      validity: [...new Set(fields.map(({ validity }) => validity))],
      repaired: fields.filter(({ repaired }) => repaired).length,
      totalHectares: round(fields.reduce((sum, { geometry }) => sum + areaHectares(geometry), 0)),
      fields: fields
        .slice(0, shownFields)
        .map(({ name, geometry }) => ({ name, hectares: round(areaHectares(geometry)) })),
      problems: problems.map(({ severity, code, layer, feature }) =>
        [severity, code, layer, feature].filter((part) => part !== undefined).join(' '),
      ),
    })),
  };
}

function round(hectares: number): number {
  return Math.round(hectares * 100) / 100;
}
