import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { containedReaders } from '../../../adapters/containment/contained-readers.ts';
import { prescriptionReader } from '../../../adapters/prescriptions/prescription-reader.ts';
import { Problem } from '../../../domain/errors.ts';
import { type PrescriptionFormat, prescriptionFormats } from '../../../domain/prescriptions/prescription.ts';
import { containedProgram } from '../../adapters/containment/contained-program.ts';
import { noEnds, requested } from '../../adapters/containment/requested.ts';
import { pythonWith } from '../python.ts';
import { prescriptionCases } from './cases.ts';

/**
 * Compares inspections and written prescriptions with pyshp, isoxml, shapely and pyproj: real prescriptions, grids that isoxml has written, and prescriptions from zones.
 * Areas, rates, totals and overlaps of each have to agree, and each rate has to have the same ground in every format that Furrow writes.
 */
const { CORPUS_DIR } = process.env;
if (!CORPUS_DIR)
  throw new Error('CORPUS_DIR has to name the folder with the real files of machines, beside which prescriptions lie.');
const packages = ['pyshp==3.1.6', 'isoxml==0.0.4', 'xsdata==26.10', 'shapely==2.1.1', 'pyproj==3.7.1', 'numpy==2.2.6'];
const python = pythonWith('prescriptions', packages);
const environment = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' };
const runPython = (script: string, operand: string) =>
  spawnSync(python, [join(import.meta.dirname, script), operand], { env: environment, stdio: 'inherit' }).status ?? 1;

const folder = mkdtempSync(join(tmpdir(), 'furrow-prescriptions-'));
const program = await containedProgram('functions/areas/prescriptions/read-prescription.ts', folder);
const readers = containedReaders(program, (line) => console.warn(line));
try {
  if (runPython('grids.py', folder) !== 0) throw new Error('isoxml has written no grids');
  const reader = prescriptionReader(readers, noEnds);
  const compared = [];
  for (const { name, path, order, refused = [] } of prescriptionCases(join(CORPUS_DIR, '../prescriptions'), folder)) {
    const content = readFileSync(path);
    const asked = { fileName: basename(path), ...order };
    const { picture: _, ...inspection } = await reader.inspect(requested(content), asked);
    const written: Partial<Record<PrescriptionFormat, string>> = {};
    for (const to of prescriptionFormats) {
      const writing = reader.write(requested(content), { ...asked, to });
      if (refused.includes(to)) {
        await assert.rejects(writing, Problem, `${name} as ${to}`);
        continue;
      }
      const target = join(folder, `${compared.length}-${to}.${to === 'geojson' ? 'geojson' : 'zip'}`);
      writeFileSync(target, await writing);
      written[to] = target;
    }
    const { rateColumn } = inspection;
    // Columns of shapefiles have ten characters.
    const columns = {
      shapefile: rateColumn.replaceAll(' ', '_').slice(0, 10),
      geojson: rateColumn,
      isoxml: rateColumn,
    };
    const rest = order.restRate === undefined ? {} : { rest: { field: order.field, rate: order.restRate } };
    compared.push({ name, path, format: inspection.format, inspection, written, columns, ...rest });
  }
  const list = join(folder, 'cases.json');
  writeFileSync(list, JSON.stringify(compared));
  process.exitCode = runPython('compare.py', list);
} finally {
  await readers.end();
  rmSync(folder, { recursive: true, force: true });
}
