import { readFileSync } from 'node:fs';
import { type MachineProblem, machineProblem } from '../../../domain/machine-files/problem.ts';
import type { MachineSet } from '../../../domain/machine-files/sets/machine-set.ts';
import { reasonOf } from '../../boundary-files/conversion.ts';
import { recordsOfIndex, shapeLength } from '../../boundary-files/converters/shape-lengths.ts';
import { identifier } from '../../duckdb/sql-text.ts';
import { MachineFileError, rawColumn } from '../raw-set.ts';
import { type AppendedColumn, type ColumnValues, rowsAtOnce, type WorkDatabase } from '../work-database.ts';
import { openDbfRows } from './dbf-rows.ts';
import { openShapePositions } from './shape-positions.ts';
import { saidOfShift, wgs84Positions } from './wgs84-positions.ts';

/**
 * Fills `raw` from a shapefile, with the square metres of polygons as `ground`, and returns its columns and the problems of
 * missing parts. @throws MachineFileError
 */
export async function fillFromShapefile(
  set: MachineSet,
  work: WorkDatabase,
): Promise<{ columns: AppendedColumn[]; areAreas: boolean; notes: string[]; problems: MachineProblem[] }> {
  const { shp, dbf, cpg, prj } = set.members;
  let filled = 0;
  const toWgs84 = wgs84Positions(prj && readFileSync(prj.path, 'latin1'), set.file);
  const [table, positions] = explained(set.file, () => [
    openDbfRows(dbf?.path ?? '', cpg?.path),
    openShapePositions(shp?.path ?? '', toWgs84),
  ]);
  try {
    const runs = function* (): Generator<ColumnValues[]> {
      for (let first = 0; first < table.records; first += rowsAtOnce) {
        const { x, y, ground } = positions.next(Math.min(rowsAtOnce, table.records - first));
        const { values, deleted } = table.read(first);
        const rows = Math.min(x.length, deleted.length);
        if (rows === 0) return;
        const { lon, lat } = toWgs84(x.subarray(0, rows), y.subarray(0, rows));
        for (let row = 0; row < rows; row++) if (deleted[row]) lon[row] = Number.NaN;
        const numbers = Float64Array.from({ length: rows }, (_, row) => first + row);
        filled += rows;
        const grounds = positions.areAreas ? [ground.slice(0, rows)] : [];
        yield [numbers, lon, lat, ...grounds, ...values.map((column) => column.slice(0, rows))];
      }
    };
    const named = ['row', 'lon', 'lat', ...(positions.areAreas ? ['ground'] : [])];
    const own = named.map((name): AppendedColumn => ({ name, type: 'DOUBLE' }));
    const columns = table.columns.map(({ type }, index) => ({ name: rawColumn(index), type }));
    await work.fill('raw', [...own, ...columns], table.cells ? [] : runs());
    if (table.cells) await takeApart(runs(), own, table.cells, work);
    const { areAreas } = positions;
    const { notes, problems } = saidOfShift(set.file, toWgs84.shift?.());
    return {
      columns: table.columns,
      areAreas,
      notes,
      problems: [...missingOf(set, filled, table.declared), ...problems],
    };
  } finally {
    table.close();
    positions.close();
  }
}

/** Compares the number of records read with those that the parts of the set declare. */
function missingOf({ file, members: { shp, shx } }: MachineSet, read: number, declared: number): MachineProblem[] {
  const index = recordsOfIndex(shx ? shapeLength(shx.path).stated : 0);
  const by = declared >= index ? 'the table (.dbf)' : 'the index (.shx)';
  const expected = Math.max(declared, index);
  if (read < expected) return [machineProblem('lessThanStated', file, { read, expected, what: 'rows', by })];
  const { bytes, stated } = shp ? shapeLength(shp.path) : { bytes: 0, stated: 0 };
  if (bytes >= stated) return [];
  return [
    machineProblem('lessThanStated', file, { read: bytes, expected: stated, what: 'bytes', by: 'the .shp file' }),
  ];
}

/** Runs of records that are collected before they become rows of `raw`: some 50 MB. */
const runsAtOnce = 120;

/** Fills `raw` from the text of records. */
async function takeApart(
  runs: Iterator<ColumnValues[]>,
  own: AppendedColumn[],
  cells: string[],
  work: WorkDatabase,
): Promise<void> {
  const some = function* () {
    for (let run = 0; run < runsAtOnce; run++) {
      const next = runs.next();
      if (next.done) return;
      yield next.value;
    }
  };
  const columns: AppendedColumn[] = [...own, { name: 'record', type: 'VARCHAR' }];
  let filled: number;
  do {
    filled = await work.fill('records', columns, some());
    await work.run(
      `insert into raw select ${[...own.map(({ name }) => identifier(name)), ...cells].join(', ')} from records`,
    );
    await work.run('drop table records');
  } while (filled > 0);
}

function explained<T>(file: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    throw new MachineFileError(machineProblem('unreadable', file, { reason: reasonOf(error) }), { cause: error });
  }
}
