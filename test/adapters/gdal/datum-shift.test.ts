import { expect, test } from 'vitest';
import { shiftAt } from '../../../adapters/gdal/datum-shift.ts';
import { loadGdal } from '../../../adapters/gdal/gdal.ts';

const esriNad27 =
  'GEOGCS["GCS_North_American_1927",DATUM["D_North_American_1927",SPHEROID["Clarke_1866",6378206.4,294.9786982]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';

test.skipIf(!loadGdal()).each<[string, string | number, [number, number], number | undefined | 'none']>([
  ['NAD27 in Iowa', 4267, [-93.6, 42], 7],
  ['NAD27 in the .prj of another program', esriNad27, [-93.6, 42], 7],
  ['SAD69 in Brazil', 4618, [-47, -15], 5],
  ['the British grid', 27700, [-1.5, 52.5], 2],
  ['the German grid', 31467, [10, 50], 3],
  ['NAD27 in Germany, where nothing is known', 4267, [10, 50], undefined],
  ['ETRS89, which is taken as WGS 84', 25832, [10, 50], 'none'],
  ['NAD83, which is taken as WGS 84', 4269, [-93.6, 42], 'none'],
  ['WGS 84 itself', 32632, [10, 50], 'none'],
])('the accuracy of %s is the one that the registry states', (_, written, [longitude, latitude], metres) => {
  const { SpatialReference } = loadGdal() as NonNullable<ReturnType<typeof loadGdal>>;
  const system =
    typeof written === 'number' ? SpatialReference.fromEPSG(written) : SpatialReference.fromESRI([written]);
  const shift = shiftAt(system, longitude, latitude);
  if (metres === 'none') expect(shift).toBeUndefined();
  else expect(shift).toEqual({ datum: expect.any(String), metres });
});
