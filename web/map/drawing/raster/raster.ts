/** Pixels of a picture from its left upper corner: opacity, blue, green and red from the highest byte to the lowest, 0 where nothing was drawn. */
export interface Raster {
  width: number;
  height: number;
  pixels: Uint32Array<ArrayBuffer>;
}

/** Where a raster lies on the plane of the map: its centre, and how many of its pixels a metre is. */
export interface Place {
  x: number;
  y: number;
  pixelsPerMetre: number;
}

/** A pixel of a raster. @param red, green, blue and opacity from 0 to 255. */
export const pixelOfColour = (red: number, green: number, blue: number, opacity: number): number =>
  ((Math.round(opacity) << 24) | (Math.round(blue) << 16) | (Math.round(green) << 8) | Math.round(red)) >>> 0;
