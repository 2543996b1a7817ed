import { readFileSync } from 'node:fs';
import type { MachineSet } from '../../../domain/machine-files/machine-set.ts';
import { machineProblem } from '../../../domain/machine-files/problem.ts';
import { reasonOf } from '../../geo/conversion.ts';
import { MachineFileError, rawColumn } from '../raw-set.ts';
import { type AppendedColumn, type ColumnValues, rowsAtOnce, type WorkDatabase } from '../work-database.ts';
import { openDbfRows } from './dbf-rows.ts';
import { openShapePlaces } from './shape-places.ts';
import { wgs84Places } from './wgs84-places.ts';

/** Fills `raw` from a shapefile and tells its columns. @throws MachineFileError */
export async function fillFromShapefile(set: MachineSet, work: WorkDatabase): Promise<AppendedColumn[]> {
  const { shp, dbf, cpg, prj } = set.members;
  const toWgs84 = wgs84Places(prj && readFileSync(prj.path, 'latin1'), set.file);
  const [table, places] = explained(set.file, () => [
    openDbfRows(dbf?.path ?? '', cpg?.path),
    openShapePlaces(shp?.path ?? ''),
  ]);
  try {
    const runs = function* (): Generator<ColumnValues[]> {
      for (let first = 0; first < table.records; first += rowsAtOnce) {
        const { x, y } = places.next(Math.min(rowsAtOnce, table.records - first));
        const { values, deleted } = table.read(first);
        const rows = Math.min(x.length, deleted.length);
        if (rows === 0) return;
        const { lon, lat } = toWgs84(x.subarray(0, rows), y.subarray(0, rows));
        for (let row = 0; row < rows; row++) if (deleted[row]) lon[row] = Number.NaN;
        const numbers = Float64Array.from({ length: rows }, (_, row) => first + row);
        yield [numbers, lon, lat, ...values.map((column) => column.slice(0, rows))];
      }
    };
    const own: AppendedColumn[] = ['row', 'lon', 'lat'].map((name) => ({ name, type: 'DOUBLE' }));
    if (table.cells) {
      await work.fill('records', [...own, { name: 'record', type: 'VARCHAR' }], runs());
      await work.run(`create table raw as select ${['"row"', 'lon', 'lat', ...table.cells].join(', ')} from records`);
      await work.run('drop table records');
    } else {
      const columns = table.columns.map(({ type }, index) => ({ name: rawColumn(index), type }));
      await work.fill('raw', [...own, ...columns], runs());
    }
    return table.columns;
  } finally {
    table.close();
    places.close();
  }
}

function explained<T>(file: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    throw new MachineFileError(machineProblem('unreadable', file, { reason: reasonOf(error) }), { cause: error });
  }
}
