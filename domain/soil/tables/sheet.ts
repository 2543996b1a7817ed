import type { RawDepth } from '../raw-reading.ts';
import type { SoilGeometry } from '../soil-reading.ts';
import type { SampleRole } from './column-roles.ts';
import type { HeadingContext, ResultHeading } from './headings.ts';
import type { ReportFacts } from './report-facts.ts';

/** A table as a file has it. All cells are text; dates of workbooks are `YYYY-MM-DD`. */
export interface Sheet {
  /** The entry of the zip. */
  file: string;
  /** The name of the sheet in its workbook. */
  name?: string;
  rows: string[][];
  /** Cells that are joined, of which the first has the text. */
  merges?: readonly Merge[];
  /** Geometries of rows in degrees, where they are no columns. */
  places?: ReadonlyMap<string[], SoilGeometry>;
}

/** Indexes from 0, all included. */
export interface Merge {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

/** A row with its index in the sheet. */
export interface SheetRow {
  index: number;
  cells: string[];
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
  /** The heading under which the sender of the zip has said what it is, and its unit. */
  given?: { key: string; unit?: string };
  /** The depth that the heading names. */
  depth?: RawDepth;
}

/** A table whose header has been found. */
export interface Table {
  sheet: Sheet;
  /** Its number in the sheet, from 0. */
  number: number;
  /** Indexes of the rows of its header, and of units below it. */
  headerRows: number[];
  columns: SheetColumn[];
  /** What its headings say of one another. */
  context: HeadingContext;
  /** The first column of each role. */
  byRole: ReadonlyMap<SampleRole, SheetColumn>;
  /** Rows of samples: without header, units and comments. */
  body: SheetRow[];
  /** Rows between its header and the next one that are no samples. */
  others: SheetRow[];
  /** What stands above it. */
  facts: ReportFacts;
}

/** The first column with one of the roles, in their order. */
export function columnOf({ byRole }: Pick<Table, 'byRole'>, ...roles: SampleRole[]): SheetColumn | undefined {
  for (const role of roles) {
    const column = byRole.get(role);
    if (column) return column;
  }
  return undefined;
}
