import { type WeatherModel, weatherModels } from './models.ts';

/** A place on the earth, in degrees. */
export interface Place {
  latitude: number;
  longitude: number;
}

/** A cell of a model's grid: its centre is the only place that a weather service is told. */
export interface GridCell {
  model: WeatherModel;
  /** Names the cell among those of the model. */
  name: string;
  centre: Place;
}

/** The cell of a place. Its centre is a multiple of the cells' width; the meridians of -180 and 180 degrees are one. */
export function cellOf(model: WeatherModel, { latitude, longitude }: Place): GridCell {
  const { cellDegrees } = weatherModels[model];
  const around = Math.round(360 / cellDegrees);
  const row = Math.round(latitude / cellDegrees);
  // From -180 on, so that 180 falls on the column of -180.
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
