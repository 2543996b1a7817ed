/** Of a box, in degrees. */
export const corners = ['xmin', 'ymin', 'xmax', 'ymax'] as const;

export interface GeometryColumn {
  name: string;
  /** Kinds of geometries such as `Point`; none says nothing of them. */
  types: readonly string[];
  /** West, south, east and north of all geometries. */
  bbox?: readonly number[];
  edges?: 'spherical';
  /** The column that has the box of each row. */
  cover?: string | undefined;
}

/** The value of the key `geo` of a file of GeoParquet 1.1.0: well-known binary on CRS84, which is the default. The first column is the primary one. */
export function geoparquetMetadata(columns: readonly GeometryColumn[]): string {
  const described = columns.map(({ name, types, cover, ...more }) => {
    const bbox = Object.fromEntries(corners.map((corner) => [corner, [cover, corner]]));
    return [
      name,
      { encoding: 'WKB', geometry_types: types, ...more, ...(cover !== undefined && { covering: { bbox } }) },
    ];
  });
  return JSON.stringify({
    version: '1.1.0',
    primary_column: columns[0]?.name,
    columns: Object.fromEntries(described),
  });
}
