import { shownShift } from '../../boundary-files/projection-problems.ts';
import { agreeing, counted } from '../../counted.ts';
import type { MeasuredColumn } from '../points/columns/measured-system.ts';
import { shownColumns } from '../points/needed-columns.ts';

/** The planned rates of a column. */
interface PlannedRates {
  column: string;
  min: number;
  max: number;
  unit?: string;
}

interface Plan {
  rates: PlannedRates[];
  count: number;
  what: 'polygons' | 'points' | 'zones';
  product?: string;
}

const shownNumber = (value: number) => Number(value.toPrecision(6)).toLocaleString('en', { maximumFractionDigits: 4 });

function shownRates({ column, min, max, unit }: PlannedRates): string {
  const range = min === max ? `of ${shownNumber(min)}` : `from ${shownNumber(min)} to ${shownNumber(max)}`;
  return `${shownColumns([column])} ${range}${unit ? ` ${unit}` : ''}`;
}

function shownPlan({ rates, count, what, product }: Plan): string {
  const ground = `on ${count.toLocaleString('en')} ${count === 1 ? what.slice(0, -1) : what}`;
  if (rates.length === 0) return `${ground}, which have no rate`;
  const named = rates.slice(0, 3).map(shownRates);
  const more = rates.length > 3 ? ` and ${rates.length - 3} more` : '';
  return `${named.join(', ')}${more}${product ? ` for ${shownColumns([product])}` : ''} ${ground}`;
}

/** Columns that were read in units that nothing confirms, with their usual value. */
interface AssumedUnits {
  assumed: { column: string; unit: string; usual: number | undefined }[];
  measured: readonly MeasuredColumn[];
}

function shownAssumed({ assumed }: AssumedUnits): string {
  const shown = assumed.slice(0, 8).map(({ column, unit, usual }) => {
    return `${shownColumns([column])} in ${unit}${usual === undefined ? '' : ` (usually ${shownNumber(usual)})`}`;
  });
  return `${shown.join(', ')}${assumed.length > 8 ? ` and ${assumed.length - 8} more` : ''}`;
}

function shownMeasured({ measured }: AssumedUnits): string {
  const shown = measured.map(
    ({ column, times, rows }) =>
      `${shownColumns([column])} is ${shownNumber(Number(times.toPrecision(3)))} times what positions give in ${counted(rows, 'row')}`,
  );
  return shown.length > 0 ? `: ${shown.join(', ')}` : '';
}

/** Problems of tables and layers that programs export: what they do not say, and lines that nobody can read. */
export const exportProblems = {
  unevenLines: {
    severity: 'warning' as const,
    message: ({ count, firstLine, columns }: { count: number; firstLine: number; columns: number }) =>
      `${count === 1 ? `Line ${firstLine}` : `${counted(count, 'line')} (the first is line ${firstLine})`} ${agreeing(count, 'have')} another number of values than the table's ${counted(columns, 'column')}, and ${agreeing(count, 'were')} left out.`,
    hint: 'Nothing tells which of its values belongs to which column. Look at the line for a delimiter within a value, such as a decimal comma or a comma in a name, put quotation marks around it, and upload the file again.',
  },
  unknownCropCodes: {
    severity: 'warning' as const,
    message: ({ codes }: { codes: string[] }) =>
      `The file has numbers in place of crops, which it does not explain: ${shownColumns(codes)}.`,
    hint: 'Their points have no crop. Upload the export with the -Deere-Metadata.json beside it, or name the crop as PUT /batch/{batchId}/retry?crop=wheat.',
  },
  prescription: {
    severity: 'error' as const,
    message: (plan: Plan) =>
      `This is a prescription, not recorded work: rates that a machine is to apply (${shownPlan(plan)}).`,
    hint: 'Nothing was read from it. It belongs in the machine: copy it to the display, or have it sent to the account of the machine (POST /services/beta/prescription/api/users/{svcUserId}/{provider}), and upload here what the machine records while it applies it. If these are fields, upload them without the column of rates.',
  },
  assumedUnits: {
    severity: 'warning' as const,
    message: (units: AssumedUnits) =>
      `Nothing in the file says whether its units are US or metric, and its values do not decide it${shownMeasured(units)}. They were read as US ones: ${shownAssumed(units)}.`,
    hint: 'If these are other units, every value is wrong by the same factor. Upload the export with the -Deere-Metadata.json beside it, or write the unit in brackets behind each name, such as SwathWidth(m), and upload it again.',
  },
  datumShift: {
    severity: 'warning' as const,
    message: (shift: { datum: string; metres: number | undefined }) => `${shownShift(shift)}.`,
    hint: 'Machines record in WGS 84: export the data without another coordinate system. Otherwise bring it to WGS 84 in a program that has the grids of the survey.',
  },
  layersWithoutWork: {
    severity: 'warning' as const,
    message: ({ layers }: { layers: string[] }) =>
      `Layers without recorded work were not read as machine data: ${shownColumns(layers)}.`,
    hint: 'Outlines become field boundaries in an upload of any kind, or with POST /services/uploadservice/api/upload.',
  },
  otherLayers: {
    severity: 'warning' as const,
    message: ({ read, left }: { read: string; left: string[] }) =>
      `Of several layers with recorded work, the one with the most features was read (${shownColumns([read])}), and these were left out: ${shownColumns(left)}.`,
    hint: 'Export each layer as a file of its own and upload them together.',
  },
};
