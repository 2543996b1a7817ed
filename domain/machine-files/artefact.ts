/** Downloadable artefacts of a machine file, by their name in links, with file name and media type. */
export const artefacts = {
  originalFile: { file: 'original.zip', contentType: 'application/zip' },
  rawGeojson: { file: 'raw.geojson', contentType: 'application/geo+json' },
  standardGeojson: { file: 'standard.geojson', contentType: 'application/geo+json' },
  standardGeoparquet: { file: 'standard.parquet', contentType: 'application/vnd.apache.parquet' },
  polygonGeoparquet: { file: 'polygons.parquet', contentType: 'application/vnd.apache.parquet' },
  outsideFieldGeojson: { file: 'outside-fields.geojson', contentType: 'application/geo+json' },
  zippedPNGs: { file: 'images.zip', contentType: 'application/zip' },
} as const;

export type ArtefactName = keyof typeof artefacts;

export const artefactNames = Object.keys(artefacts) as [ArtefactName, ...ArtefactName[]];
