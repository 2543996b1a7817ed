import type { OperationType } from '../../operation-type.ts';
import { meaningsOf, writtenOut } from '../column-meanings.ts';
import type { PointPropertyName } from '../point-properties.ts';
import { plainName } from './header-text.ts';

/** A column with the unit of another one in each row. */
export interface UnitColumn {
  /** The column with units. */
  by: string;
  /** The column with values. */
  of: string;
}

const unitName = /^(.*?)(unitofmeasure|uom|units?|einheit|unite|unidad|unidade)$/;

/** What a column called `Unit` is about. */
const main: ReadonlySet<PointPropertyName> = new Set([
  ...(['appliedRate', 'appliedRateTarget', 'seedRate', 'seedRateTarget', 'cropFlow'] as const),
  ...(['wetMassPerArea', 'dryMassPerArea', 'wetVolumePerArea', 'dryVolumePerArea'] as const),
]);

/**
 * The columns whose units are in another one, such as `Applied Rate` and `Rate Unit`, or `Yield` and `UOM`.
 *
 * @example unitColumnsOf(['Yield', 'Yield Unit'], 'harvested') // [{ by: 'Yield Unit', of: 'Yield' }]
 */
export function unitColumnsOf(columns: string[], operation: OperationType): UnitColumn[] {
  const called = columns.flatMap((by) => {
    const found = unitName.exec(plainName(by));
    return found ? [{ by, subject: found[1] ?? '' }] : [];
  });
  if (called.length === 0) return [];
  // With any unit, so that names which mean nothing without one are found.
  const values = meaningsOf(columns, operation, () => 't/ha').concat(meaningsOf(columns, operation, () => 'L/ha'));
  const found = new Map<string, UnitColumn>();
  for (const { property, column } of values) {
    const own = called.find(({ subject }) => subject !== '' && isAbout(subject, column));
    const general = main.has(property) ? called.find(({ subject }) => subject === '') : undefined;
    const by = own ?? general;
    if (by && by.by !== column) found.set(column, { by: by.by, of: column });
  }
  return [...found.values()];
}

/** Whether the name before `Unit` is that of a column, or the end of it: `Rate Unit` beside `Applied Rate`. */
function isAbout(subject: string, column: string): boolean {
  const names = [plainName(column), writtenOut(column)];
  return names.some((name) => name === subject || name.endsWith(subject) || name.startsWith(subject));
}
