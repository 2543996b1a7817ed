import { type WeatherModel, weatherModels } from './models.ts';

/** A position on the earth, in degrees. */
export interface GeoLocation {
  latitude: number;
  longitude: number;
}

/** A cell of a model's grid. Its centre is the only position that is sent to a weather service. */
export interface GridCell {
  model: WeatherModel;
  /** Identifies the cell within the model. */
  name: string;
  centre: GeoLocation;
}

/** The cell that contains a position. Its centre is a multiple of the cell width; the meridians of -180 and 180 degrees are the same. */
export function cellOf(model: WeatherModel, { latitude, longitude }: GeoLocation): GridCell {
  const { cellDegrees } = weatherModels[model];
  const around = Math.round(360 / cellDegrees);
  const row = Math.round(latitude / cellDegrees);
  // Counted from -180, so that 180 falls into the column of -180.
  const column = ((Math.round((longitude + 180) / cellDegrees) % around) + around) % around;
  const degrees = (value: number) => Number(value.toFixed(4));
  return {
    model,
    name: `${row}:${column}`,
    centre: {
      latitude: Math.max(-90, Math.min(90, degrees(row * cellDegrees))),
      longitude: degrees(column * cellDegrees - 180),
    },
  };
}
