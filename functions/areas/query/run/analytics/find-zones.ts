import { makeZones } from '../../../../../domain/yield-zones/make-zones.ts';
import type { Handler } from '../../../../http/exchange.ts';
import type { queryApi } from '../api.ts';
import type { QueryServices } from '../services.ts';
import { readCells } from './read-cells.ts';
import { shownZones } from './show-zones.ts';
import { withUserRows } from './user-rows.ts';
import { filesText, type Measure, measures } from './zone-queries.ts';

const filesAtMost = { rows: 50_000, bytes: 10_000_000 };

export const findZones: Handler<(typeof queryApi)['endpoints']['findZones'], QueryServices> = (
  { params, query: { h3resolution: resolution = 12, numzones: wanted = 4, ...query }, ...caller },
  services,
) =>
  withUserRows({ ...params, ...query }, caller, services, async (asked) => {
    const { rows: files } = await asked.run(filesText(asked.ground), filesAtMost);
    const measure = bestMeasure(files);
    const used = files.filter((file) => !measure || Number(file[measure.column]) > 0);
    const grid = await services.hexGrid();
    const cells = await readCells(asked, measure, resolution, grid);
    const made = makeZones(cells, { resolution, wanted }, grid);
    const shown = shownZones(made, cells, { measure, files: used.length });
    return { status: 200, body: { h3Resolution: resolution, ...shown, processingTimeMs: asked.elapsed() } };
  });

/** Yield where there is any, in the form that most points have; then whatever was taken most often. */
function bestMeasure(files: readonly Record<string, unknown>[]): Measure | undefined {
  const taken = measures.map((measure) => ({
    measure,
    points: files.reduce((sum, file) => sum + Number(file[measure.column]), 0),
  }));
  const found = taken.filter(({ points }) => points > 0);
  const yields = found.filter(({ measure }) => measure.word === 'yield');
  return (yields.length > 0 ? yields : found).sort((a, b) => b.points - a.points)[0]?.measure;
}
