/** Bits of each coordinate: 65,536 steps along a field are a few centimetres each. */
const bits = 16;

/** West, south, east and north in degrees. */
export type Extent = [number, number, number, number];

/**
 * Wraps a query with `lon` and `lat` and adds the position of each row on a Hilbert curve over the extent as `hilbert`.
 * Rows that are close on the curve are close on the ground, so that readers skip most row groups of a Parquet file.
 * Nests one query for each bit, since DuckDB has a function for it only in its spatial extension.
 *
 * @example const sorted = `from (${withHilbert('select * from seen', extent)}) order by hilbert`;
 */
export function withHilbert(from: string, [west, south, east, north]: Extent): string {
  const max = 2 ** bits - 1;
  const scaled = (column: string, min: number, size: number) =>
    size > 0 ? `floor((${column} - ${min}) / ${size} * ${max})::integer` : '0';
  let query = `select *, ${scaled('lon', west, east - west)} as hx, ${scaled('lat', south, north - south)} as hy,
      0::bigint as hilbert
    from (${from})`;
  for (let side = 2 ** (bits - 1); side >= 1; side /= 2) {
    const right = `((hx & ${side}) > 0)`;
    const upper = `((hy & ${side}) > 0)`;
    // In the lower half the curve is rotated: x and y are swapped, and on the right they are mirrored too.
    const x = `case when ${upper} then hx when ${right} then ${max} - hy else hy end`;
    const y = `case when ${upper} then hy when ${right} then ${max} - hx else hx end`;
    const step = `${side * side}::bigint * xor(3 * ${right}::integer, ${upper}::integer)`;
    query = `select * replace (${x} as hx, ${y} as hy, hilbert + ${step} as hilbert) from (${query})`;
  }
  return `select * exclude (hx, hy) from (${query})`;
}
