/** What a row of a made-up pass has in place of the usual. */
export interface Row {
  longitude?: number;
  latitude?: number;
  time?: string;
  width?: number;
  moisture?: number | string;
  value?: number;
}

interface Pass {
  rows?: number;
  crop?: string;
  value?: number;
  moisture?: number;
  column?: string;
  /** Written into each row in the column `Product`. */
  product?: string;
  /** Of October 2024. */
  day?: number;
}

/** A pass of a machine that records every two metres and second: 10 m wide, with other values in some rows, counted from 0. */
export function passText(
  others: Record<number, Row> = {},
  { rows = 100, crop = 'Corn', value = 9, moisture = 17, column = 'Yield Mass(tonne/ha)', product, day = 1 }: Pass = {},
): string {
  const header = `Longitude,Latitude,IsoTime,Distance(m),Swath Width(m),Elevation(m),Track(deg),${column},${product === undefined ? 'Moisture(%),Crop' : 'Product'}`;
  const lines = Array.from({ length: rows }, (_, index) => {
    const row: Row = others[index] ?? {};
    return [
      row.longitude ?? -93.618,
      (row.latitude ?? 42.021 + index * 1.8e-5).toFixed(6),
      row.time ?? new Date(Date.UTC(2024, 9, day, 15) + index * 1_000).toISOString(),
      2,
      row.width ?? 10,
      310,
      0,
      row.value ?? value,
      ...(product === undefined ? [row.moisture ?? moisture, crop] : [product]),
    ].join();
  });
  return [header, ...lines, ''].join('\n');
}
