import type { Catalogue, CatalogueTable } from '../../../sql/catalogue.ts';
import { typeOf } from '../../../sql/types/sql-type.ts';
import { conversionFrom } from '../../machine-files/points/point-columns.ts';
import { parseUnit } from '../../machine-files/points/units.ts';
import { storedColumn } from './columns.ts';
import { pointDescriptions } from './point-descriptions.ts';
import { columnsOfPoints, pointsTable, type Shown } from './points.ts';

/** A file's units by property. */
export type UnitsOfFile = Readonly<Record<string, string>>;

/** Shows a property in the file's unit; in the unit of its first column, which is then empty, if the file has none. */
const inUnitsOf =
  (units: UnitsOfFile): Shown =>
  (name, measured) => {
    const unit = units[name];
    const dimension = unit === undefined ? undefined : parseUnit(unit)?.dimension;
    const column = measured.find((one) => parseUnit(one.unit)?.dimension === dimension) ?? measured[0];
    if (!column) return [];
    const as = conversionFrom(column, unit);
    const described = storedColumn(name, typeOf('FLOAT64'), pointDescriptions[name], unit);
    return [{ ...described, stored: { column: column.stored, ...(as && { as }) } }];
  };

/** The points of one machine file as a table: the members of its standard points, in the units of the file. */
export function pointsOfFile(
  ownerId: string,
  { name, fileId, units = {} }: { name: string; fileId: string; units?: UnitsOfFile },
): CatalogueTable {
  const points = pointsTable(ownerId);
  return { ...points, name, only: { ...points.only, fileId }, columns: columnsOfPoints(inUnitsOf(units), 'ofFile') };
}

/**
 * The tables, with those of some machine files in the units of the files, which must be known before a query is
 * compiled.
 */
export function withUnitsOfFiles(catalogue: Catalogue, units: ReadonlyMap<string, UnitsOfFile>): Catalogue {
  return {
    names: catalogue.names,
    table(path) {
      const found = catalogue.table(path);
      const own = units.get(found?.only.fileId ?? '');
      return found && own ? { ...found, columns: columnsOfPoints(inUnitsOf(own), 'ofFile') } : found;
    },
  };
}
