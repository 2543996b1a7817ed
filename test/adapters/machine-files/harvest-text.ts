import { zipSync } from 'fflate';

/** Passes of a made-up combine over a made-up field of wheat: 10 m wide, a record every 2 m, 5 t/ha at 14 % moisture. */
export function harvestCsv({
  passes = 4,
  records = 25,
  crop = 'Wheat',
  longitude: west = 10,
  latitude: south = 50,
  days = 0,
} = {}): string {
  const header =
    'Longitude,Latitude,IsoTime,Distance(m),Swath Width(m),Track(deg),Elevation(m),Moisture(%),Yield Mass(tonne/ha),Crop';
  const start = Date.UTC(2024, 7, 1 + days, 12);
  const rows = Array.from({ length: passes * records }, (_, index) => {
    const [pass, record] = [Math.floor(index / records), index % records];
    const [east, north] = [pass * 10, (pass % 2 === 0 ? record : records - record) * 2];
    const longitude = (west + east / 71_400).toFixed(8);
    const latitude = (south + north / 111_230).toFixed(8);
    const time = new Date(start + index * 1000).toISOString();
    return [longitude, latitude, time, 2, 10, pass % 2 === 0 ? 0 : 180, 101.5, 14, 5, crop].join(',');
  });
  return [header, ...rows, ''].join('\n');
}

/** A zip of the given files, the same each time. */
export function zipOf(files: Record<string, string | Uint8Array>): Uint8Array {
  const entries = Object.entries(files).map(([name, content]) => [name, Buffer.from(content)] as const);
  return zipSync(Object.fromEntries(entries), { mtime: new Date(2024, 0, 1) });
}
