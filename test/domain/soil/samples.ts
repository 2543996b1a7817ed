import type { SampleLine } from '../../../domain/soil/outputs/sample-line.ts';
import type { SoilResult } from '../../../domain/soil/soil-reading.ts';

/** A sample at 52 degrees north, 10 east. */
export function sample(results: SoilResult[]): SampleLine {
  return { id: '1', geometry: { type: 'Point', coordinates: [10, 52] }, results };
}

/** A result for phosphorus in ppm. */
export function phosphorus(method: string, value: number): SoilResult {
  const original = { name: 'Phosphorus', value: String(value), unit: 'mg/kg', method };
  return { code: 'P', category: 'nutrient', value, unit: 'ppm', method, original };
}
