import type { WrittenFeature } from './exported-features.ts';

/** What a made-up combine measured at a point, in US units. */
export interface SmsRow {
  longitude: number;
  latitude: number;
  time: string;
  feet: number;
  swathFeet: number;
  seconds: number;
  moisture: number;
  /** Pounds per acre. */
  wet: number;
  dry: number;
}

/** A pass of corn to the north from 93.15 west and 41.66 north: 30 ft wide, a record every 6 ft and second. */
export function smsRows(count = 60): SmsRow[] {
  return Array.from({ length: count }, (_, index) => {
    const moisture = 16 + (index % 5) / 2;
    const wet = 9_000 + 100 * (index % 7);
    return {
      longitude: -93.15,
      latitude: Number((41.66 + (index * 6 * 0.3048) / 111_070).toFixed(8)),
      time: new Date(Date.UTC(2023, 9, 17, 15, 0, index)).toISOString(),
      feet: 6,
      swathFeet: 30,
      seconds: 1,
      moisture,
      wet,
      dry: Number(((wet * (100 - moisture)) / 85).toFixed(2)),
    };
  });
}

/** The areas and masses of rows, added up without the service: square metres and pounds. */
export function smsSums(rows: SmsRow[]) {
  const acres = (row: SmsRow) => (row.feet * row.swathFeet) / 43_560;
  const sum = (value: (row: SmsRow) => number) => rows.reduce((total, row) => total + value(row), 0);
  return {
    squareMetres: sum((row) => row.feet * row.swathFeet * 0.3048 ** 2),
    wetPounds: sum((row) => row.wet * acres(row)),
    dryPounds: sum((row) => row.dry * acres(row)),
  };
}

/** The text that SMS writes with its own column names; the crop is in `Product`. */
export function smsCsv(rows = smsRows(), product = 'Corn'): string {
  const header =
    'Longitude,Latitude,Field,Dataset,Product,Obj. Id,Distance(ft),Track(deg),Duration(s),Elevation(ft),IsoTime,Area Count,Swth Wdth(ft),Y Offset(ft),Crop Flw(M)(lb/s),Moisture(%),Yld Mass(Wet)(lb/ac),Yld Vol(Wet)(bu/ac),Yld Mass(Dry)(lb/ac),Yld Vol(Dry)(bu/ac),Pass Num,Speed(mph),Prod(ac/h),Crop Flw(V)(bu/h),Date';
  const lines = rows.map((row, index) =>
    [
      ...[row.longitude, row.latitude, 'North 40', 'Load 1', product, index + 1, row.feet, 0, row.seconds, 980.5],
      ...[row.time, 'On', row.swathFeet, 0, flow(row), row.moisture, row.wet, row.wet / 56, row.dry, row.dry / 56],
      ...[1, 4.09, 14.9, 66, '10/17/2023'],
    ].join(','),
  );
  return [header, ...lines, ''].join('\n');
}

/** Pounds per second. */
const flow = ({ wet, feet, swathFeet, seconds }: SmsRow) => ((wet * feet * swathFeet) / 43_560 / seconds).toFixed(6);

/** The rows as points of a layer, with SMS's own column names. */
export function smsFeatures(rows = smsRows()): WrittenFeature[] {
  return rows.map(({ longitude, latitude, feet, swathFeet, moisture, wet, dry, time }) => ({
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
    properties: {
      ...{ 'Distance(ft)': feet, 'Swth Wdth(ft)': swathFeet, 'Moisture(%)': moisture, 'Elevation(ft)': 980 },
      ...{ 'Yld Mass(Wet)(lb/ac)': wet, 'Yld Mass(Dry)(lb/ac)': dry, Product: 'Corn', IsoTime: time },
    },
  }));
}
