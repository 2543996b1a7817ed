import type { AnalyteCode } from '../analytes.ts';
import { columnOf, type Table } from './sheet.ts';

/** A laboratory's table whose columns have known units that the table does not name. */
interface TableFamily {
  key: string;
  /** Headings that no other table has together. */
  headings: string[];
  /** Source of the units. */
  source: string;
  units: Partial<Record<AnalyteCode, string>>;
}

const ppm = (...codes: AnalyteCode[]) => Object.fromEntries(codes.map((code) => [code, 'ppm']));

const families: TableFamily[] = [
  {
    key: 'alLaboratoriesCsv',
    headings: ['CLIENT', 'DATESUB', 'PERSON', 'SAMPLEID', 'DATESAMPL', 'REPORTNUM', 'LABNUM', 'HCO3_P', 'EX__LIME'],
    source: 'oats-center/modus, convert/src/labs/soil/a_l_west.ts (Apache-2.0)',
    units: {
      ...ppm('P', 'K', 'Mg', 'Ca', 'Na', 'NO3N', 'NH4N', 'S', 'SO4S', 'Zn', 'Mn', 'Fe', 'Cu', 'B', 'Cl', 'Mo', 'Al'),
      ENR: 'lb/ac',
      H: 'meq/100 g',
      EC: 'dS/m',
    },
  },
];

/** The family of a table, if it has one. */
export function familyOf(table: Table): TableFamily | undefined {
  const found = new Set(table.columns.map(({ heading }) => heading));
  return families.find(({ headings }) => headings.every((heading) => found.has(heading)));
}

/** Whether a table has one row for each result. */
export function isLong(table: Table): boolean {
  return columnOf(table, 'analyte') !== undefined && columnOf(table, 'value') !== undefined;
}
