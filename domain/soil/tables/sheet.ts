import type { SoilGeometry } from '../soil-reading.ts';
import type { SampleRole } from './column-roles.ts';
import type { ResultHeading } from './headings.ts';

/** A table as a file has it. All cells are text; dates of workbooks are `YYYY-MM-DD`. */
export interface Sheet {
  /** The entry of the zip. */
  file: string;
  /** The name of the sheet in its workbook. */
  name?: string;
  rows: string[][];
  /** Geometries of rows in degrees, where they are no columns. */
  places?: ReadonlyMap<string[], SoilGeometry>;
}

/** A column of a table with what it says. */
export interface SheetColumn {
  index: number;
  heading: string;
  role?: SampleRole;
  /** The unit that heading or row of units name. */
  unit?: string;
  /** What a column of results measures. */
  result?: ResultHeading;
}

/** A table whose header has been found. */
export interface Table {
  sheet: Sheet;
  columns: SheetColumn[];
  /** The first column of each role. */
  byRole: ReadonlyMap<SampleRole, SheetColumn>;
  /** Rows of samples: without header, units and comments. */
  body: string[][];
}

/** The first column with one of the roles, in their order. */
export function columnOf({ byRole }: Table, ...roles: SampleRole[]): SheetColumn | undefined {
  for (const role of roles) {
    const column = byRole.get(role);
    if (column) return column;
  }
  return undefined;
}
