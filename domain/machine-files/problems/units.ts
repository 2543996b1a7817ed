import type { Dimension } from '../points/columns/simple-units.ts';
import { shownColumns } from '../points/needed-columns.ts';

const dimensionNames: Record<Dimension, string> = {
  length: 'a length',
  area: 'an area',
  mass: 'a mass',
  volume: 'a volume',
  count: 'a number of seeds',
  time: 'a time',
  percent: 'a share',
  angle: 'an angle',
  force: 'a force',
  pressure: 'a pressure',
  speed: 'a speed',
  massPerArea: 'a mass for an area',
  volumePerArea: 'a volume for an area',
  countPerArea: 'a number of seeds for an area',
  countPerLength: 'a number of seeds for a length',
  areaPerTime: 'an area in a time',
  massPerTime: 'a mass in a time',
  volumePerTime: 'a volume in a time',
};

/** @example shownDimensions(['massPerArea']) // 'a mass for an area' */
export const shownDimensions = (dimensions: readonly Dimension[]) =>
  dimensions.map((dimension) => dimensionNames[dimension]).join(' or ');

const shownUnit = (unit: string) => (unit.trim() === '' ? 'no unit' : unit.replace(/\s+/g, ' ').slice(0, 40));

const listed = <Row>(rows: readonly Row[], show: (row: Row) => string) =>
  `${rows.slice(0, 8).map(show).join('; ')}${rows.length > 8 ? `; and ${rows.length - 8} more` : ''}`;

/** A column whose name and unit measure different things. */
interface Contradiction {
  column: string;
  unit: string;
  says: readonly Dimension[];
  measures: Dimension;
}

/** Problems of units: those that nobody knows, that do not fit their column, or that may mean several. */
export const unitProblems = {
  unknownUnits: {
    severity: 'warning' as const,
    message: ({ values }: { values: { property: string; unit: string }[] }) =>
      `Values with an unknown unit were left out: ${values.map(({ property, unit }) => `${property} in ${shownUnit(unit)}`).join(', ')}.`,
    hint: 'The points are there without these values. Export the data in other units, such as kg/ha, L/ha or lb/ac, and upload the file again if they matter.',
  },
  unknownProductUnits: {
    severity: 'warning' as const,
    message: ({ rates }: { rates: { product: string; unit: string }[] }) =>
      `Rates of products have an unknown unit: ${rates.map(({ product, unit }) => `${shownColumns([product])} in ${shownUnit(unit)}`).join(', ')}.`,
    hint: 'The points of the file have these rates as they were written; in the query service, where which has the same units for all files, they are null. Export the data in other units, such as kg/ha, L/ha or lb/ac, and upload the file again if they matter.',
  },
  contradictingUnits: {
    severity: 'warning' as const,
    message: ({ columns }: { columns: Contradiction[] }) =>
      `Columns were left out whose name and unit measure different things: ${listed(
        columns,
        ({ column, unit, says, measures }) =>
          `${shownColumns([column])} is ${shownDimensions(says)} by its name, and ${shownUnit(unit)} measures ${shownDimensions([measures])}`,
      )}.`,
    hint: 'The points are there without these values. Correct the name or the unit in the header, or export the data again, and upload the file once more if they matter.',
  },
  unweighedUnits: {
    severity: 'warning' as const,
    message: ({ columns }: { columns: { column: string; unit: string; setting: string }[] }) =>
      `Columns were left out because nothing says what one unit of them weighs: ${listed(
        columns,
        ({ column, unit, setting }) =>
          `${shownColumns([column])} in ${shownUnit(unit)} needs the setting unitWeights.${setting}`,
      )}.`,
    hint: 'Bales of cotton and hay have many weights. Set their kilograms in the configuration of the user or the owner, such as {"unitWeights": {"bale": 226.8}}, and process the file again.',
  },
  ambiguousColumns: {
    severity: 'warning' as const,
    message: ({ columns }: { columns: { column: string; may: readonly string[] }[] }) =>
      `Columns were left out because their names mean several things: ${listed(
        columns,
        ({ column, may }) => `${shownColumns([column])} may be ${may.join(' or ')}`,
      )}.`,
    hint: 'The points are there without these values. Give each column a name that means one thing, such as Applied Rate(L/ha), Target Rate(L/ha) or Swath Width(m), with its unit in brackets, and upload the file again if they matter.',
  },
  undecidedUnits: {
    severity: 'warning' as const,
    message: ({
      columns,
    }: {
      columns: { column: string; unit: string; usual?: number | undefined; meant: string[] }[];
    }) =>
      `Columns were left out because the letters of their unit, in capitals or not, decide between units that are far apart: ${listed(
        columns,
        ({ column, unit, usual, meant }) =>
          `${shownColumns([column])} in ${shownUnit(unit)} may be ${meant.join(' or ')}${usual === undefined ? '' : `, and its usual value is ${Number(usual.toPrecision(6))}`}`,
      )}.`,
    hint: 'A milligram is mg and a megagram Mg, a millilitre mL and a megalitre ML. Write another unit into the header, such as t/ha, kg/ha, L/ha or m3/ha, and upload the file again.',
  },
  likelyUnits: {
    severity: 'warning' as const,
    message: ({ columns }: { columns: { column: string; unit: string; read: string; because: string }[] }) =>
      `Units that may mean several were read as what is likely: ${listed(
        columns,
        ({ column, unit, read, because }) => `${shownColumns([column])} in ${shownUnit(unit)} as ${read} (${because})`,
      )}.`,
    hint: 'If another is right, every value of the column is wrong by the same factor: write a unit with one meaning into the header, such as kg/ha, L/ha, lb/ac or fl oz/ac, and upload the file again.',
  },
  mixedUnits: {
    severity: 'warning' as const,
    message: ({ columns }: { columns: { column: string; units: string[]; by: string }[] }) =>
      `Columns were left out because ${listed(
        columns,
        ({ column, units, by }) =>
          `${shownColumns([by])} gives ${shownColumns([column])} units that do not go together (${units.slice(0, 5).map(shownUnit).join(', ')})`,
      )}.`,
    hint: 'The points are there without these values. Export products that are measured in different ways (by mass, volume or number) as files of their own, and upload them together.',
  },
};
