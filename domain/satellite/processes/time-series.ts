import * as z from 'zod';
import { imageryProviders } from '../scenes/scene.ts';
import { type SceneIndex, sceneIndices } from '../scenes/scene-image.ts';
import type { ImageProcess } from './image-process.ts';

/** An index over a field at one moment. */
export const seriesPointSchema = z
  .object({
    date: z.iso.datetime().describe('When the satellite saw the field.'),
    processId: z.uuid().describe('The process that has the images.'),
    provider: z.enum(imageryProviders).describe('The provider of the scene.'),
    upstream: z.string().describe('The catalogue of the scene; `stand-in` for a synthetic scene.'),
    index: z.enum(sceneIndices).describe('The vegetation index.'),
    mean: z.number().describe('The mean of all pixels of the field that have a value.'),
    clearMean: z
      .number()
      .nullable()
      .describe('The mean of the clear pixels; null if there are none, or if the clouds are unknown.'),
    clearP10: z.number().nullable().describe('Like `clearMean`, as `clearP25` to `clearP90`.'),
    clearP25: z
      .number()
      .nullable()
      .describe('The value that 25 percent of the clear pixels do not exceed; null if `clearMean` is.'),
    clearP50: z.number().nullable().describe('The median of the clear pixels; null if `clearMean` is.'),
    clearP75: z
      .number()
      .nullable()
      .describe('The value that 75 percent of the clear pixels do not exceed; null if `clearMean` is.'),
    clearP90: z
      .number()
      .nullable()
      .describe('The value that 90 percent of the clear pixels do not exceed; null if `clearMean` is.'),
    min: z.number().describe('The lowest value of a pixel.'),
    max: z.number().describe('The highest value of a pixel.'),
    p10: z.number().describe('The value that 10 percent of the pixels do not exceed; `p25` to `p90` accordingly.'),
    p25: z.number().describe('The value that 25 percent of the pixels do not exceed.'),
    p50: z.number().describe('The median.'),
    p75: z.number().describe('The value that 75 percent of the pixels do not exceed.'),
    p90: z.number().describe('The value that 90 percent of the pixels do not exceed.'),
    clouds: z
      .number()
      .nullable()
      .describe('Percent of the field that is cloud or cirrus; null if nothing that was delivered shows clouds.'),
    coverage: z.number().describe('Percent of the field for which the scene has data.'),
    clearPercent: z
      .number()
      .nullable()
      .describe('Percent of the field’s pixels that have a value and are clear; null if `clouds` is.'),
  })
  .meta({ id: 'SatelliteSeriesPoint' });

export type SeriesPoint = z.infer<typeof seriesPointSchema>;

/** An index over time, from processes in the order of their dates. Leaves out processes without a value of the index. */
export function seriesOf(processes: readonly ImageProcess[], index: SceneIndex): SeriesPoint[] {
  return processes.flatMap(({ id, date, provider, upstream, statistics, clouds = null, coverage = 0 }) => {
    const found = statistics?.[index];
    if (!found) return [];
    const { mean, clearMean = null, min, max, quantiles, clearPercent = null, clearQuantiles } = found;
    const { p10 = null, p25 = null, p50 = null, p75 = null, p90 = null } = clearQuantiles ?? {};
    return {
      ...{ date, processId: id, provider, upstream, index, mean, clearMean, min, max },
      ...{ clearP10: p10, clearP25: p25, clearP50: p50, clearP75: p75, clearP90: p90 },
      ...{ ...quantiles, clouds, coverage, clearPercent },
    };
  });
}
