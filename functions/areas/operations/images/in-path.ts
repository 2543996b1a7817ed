import * as z from 'zod';
import { type DeviationKind, deviationKinds } from '../../../../domain/machine-files/image.ts';

const shapes =
  'an image is called by its property, such as dryMassPerArea.png, dryMassPerArea.map.png with a legend, appliedRate.deviation.percent.png and dryMassPerArea.tif; the list of images has the names';

/** A file of an image: the image itself, its georeference, or the image with its legend. */
export const imageInPath = z
  .string()
  .regex(/^[A-Za-z]{1,40}(\.deviation\.(percent|absolute))?\.(png|png\.aux\.xml|map\.png)$/, shapes)
  .describe(
    'Name of the file: the property, such as `dryMassPerArea`, and `.png`, `.png.aux.xml` for its georeference, or `.map.png` with a legend. The list of images has the names.',
  );

/** A GeoTIFF of the numbers of a property. */
export const geoTiffInPath = z
  .string()
  .regex(/^[A-Za-z]{1,40}\.tif$/, shapes)
  .describe('Name of the file: the property, such as `dryMassPerArea`, and `.tif`. The list of images has the names.');

/** Selects images of deviations. */
export const deviationInQuery = z
  .enum(deviationKinds)
  .optional()
  .describe(
    'Lists the images of deviations from targets instead: of `appliedRate`, `seedRate` and `tillageDepthActual`, where points have a target above 0 in a unit that can be compared. `percent` of the target, or `absolute` in the unit of the property. The list is empty if no property has a target.',
  );

/** The property that an image's file shows, and whether it shows its deviation from the target. */
export function shownIn(image: string): { property: string; deviation: DeviationKind | undefined } {
  const [property = '', , kind] = image.split('.');
  return {
    property,
    deviation: deviationKinds.find((one) => image.startsWith(`${property}.deviation.`) && one === kind),
  };
}
