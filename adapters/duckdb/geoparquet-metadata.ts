/** Members of a bounding box in degrees. */
export const corners = ['xmin', 'ymin', 'xmax', 'ymax'] as const;

export interface GeometryColumn {
  name: string;
  /** Geometry types such as `Point`; empty if unknown. */
  types: readonly string[];
  /** West, south, east and north of all geometries. */
  bbox?: readonly number[];
  edges?: 'spherical';
  /** The column with the bounding box of each row. */
  cover?: string | undefined;
}

/**
 * The value of the key `geo` of a GeoParquet 1.1.0 file: well-known binary on CRS84, the default. The first column is
 * the primary one.
 *
 * @example const metadata = geoparquetMetadata([{ name: 'geometry', types: ['Point'], bbox: extent }]);
 */
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
