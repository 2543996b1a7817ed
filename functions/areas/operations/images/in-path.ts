import * as z from 'zod';

/** A file of an image: the image itself, its georeference, or the image with its legend. */
export const imageInPath = z.string().regex(/^[A-Za-z]{1,40}\.(png|png\.aux\.xml|map\.png)$/, 'there is no such image');

/** A GeoTIFF of the numbers of a property. */
export const geoTiffInPath = z.string().regex(/^[A-Za-z]{1,40}\.tif$/, 'there is no such image');

/** The property that an image's file shows. */
export function propertyOf(image: string): string {
  return image.slice(0, image.indexOf('.'));
}
