import { degreesPerStep, PointLayerColumns } from '../../domain/machine-files/points/point-layer.ts';

const [west, south] = [-93.154, 41.6665];
/** Six sections of a combine, 1.5 m wide, and two metres a record, on passes to the north and back. */
const [sections, wide, long, records] = [6, 1.5, 2, 4_000] as const;
const [metresOfLongitude, metresOfLatitude] = [83_290, 111_065];

/** The layers of a synthetic harvest that a map loads: its yield, the ground of its points and their headings. Not compressed. */
export function syntheticLayers(points: number): Record<'dryVolumePerArea' | 'area' | 'heading', Uint8Array> {
  const layer = (
    property: 'dryVolumePerArea' | 'area' | 'heading',
    unit: string,
    perStep: number,
    value: (at: Place) => number,
  ) => {
    const columns = new PointLayerColumns();
    for (let index = 0; index < points; index++) {
      const at = placeOf(index);
      const lon = west + at.x / metresOfLongitude;
      const lat = south + at.y / metresOfLatitude;
      columns.add([
        Math.round(lon / degreesPerStep),
        Math.round(lat / degreesPerStep),
        Math.round(value(at) / perStep),
        at.isHidden ? 1 : 0,
      ]);
    }
    const states = [
      { name: 'shown', points },
      { name: 'speed', points: Math.ceil(points / 50) },
    ];
    const ground = { wide, long };
    return columns.finish({
      property,
      unit,
      points,
      withoutValue: 0,
      states,
      degreesPerStep,
      valuePerStep: perStep,
      ground,
    });
  };
  return {
    dryVolumePerArea: layer(
      'dryVolumePerArea',
      'bu/ac',
      0.05,
      ({ x, y, noise }) => 58 + 9 * Math.sin(x / 60) + 9 * Math.cos(y / 90) + noise,
    ),
    area: layer('area', 'm2', 0.01, ({ noise }) => wide * long + noise / 40),
    heading: layer('heading', 'arcdeg', 0.1, ({ isNorthward }) => (isNorthward ? 0.5 : 180.5)),
  };
}

interface Place {
  /** Metres east and north. */
  x: number;
  y: number;
  isNorthward: boolean;
  isHidden: boolean;
  /** Up to two to either side, the same for a point in each layer. */
  noise: number;
}

function placeOf(index: number): Place {
  const [record, section] = [Math.floor(index / sections), index % sections];
  const [pass, along] = [Math.floor(record / records), record % records];
  const isNorthward = pass % 2 === 0;
  const random = ((index * 2_654_435_761) % 4_294_967_296) / 4_294_967_296;
  return {
    x: (pass * sections + section) * wide + random / 3,
    y: (isNorthward ? along : records - along) * long + random / 3,
    isNorthward,
    isHidden: index % 50 === 0,
    noise: 4 * random - 2,
  };
}
