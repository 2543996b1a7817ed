/** The bands of Sentinel-2 L2A in the order of their wavelengths, with the size of their pixels in metres. */
export const bandMetres = {
  B01: 60,
  B02: 10,
  B03: 10,
  B04: 10,
  B05: 20,
  B06: 20,
  B07: 20,
  B08: 10,
  B8A: 20,
  B09: 60,
  B11: 20,
  B12: 20,
} as const;

export type BandName = keyof typeof bandMetres;
export const bandNames = Object.keys(bandMetres) as BandName[];

/** The scene classification of Sen2Cor, which comes with the bands. */
export const classesBand = 'SCL';

/** Classes of its pixels. */
export const sceneClasses = {
  none: 0,
  land: new Set([4, 5]),
  cloud: new Set([8, 9, 10]),
  /** Vegetation, bare soil, water and unclassified ground: no clouds, cirrus, shadows, snow, or damaged pixels. */
  clear: new Set([4, 5, 6, 7]),
} as const;

/** Names of the classes 1 to 11. */
export const sceneClassNames = [
  'Saturated or defective',
  'Dark ground',
  'Cloud shadow',
  'Vegetation',
  'Bare soil',
  'Water',
  'Unclassified',
  'Cloud, medium probability',
  'Cloud, high probability',
  'Thin cirrus',
  'Snow or ice',
] as const;

/** Metres of the pixels of images that are made of several bands. */
export const imageMetres = 10;
