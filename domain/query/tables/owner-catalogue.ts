import type { Catalogue, CatalogueTable } from '../catalogue.ts';
import { pointsTable } from './points.ts';

/** Names of the table of points that clients of other systems write. */
const namesOfPoints = new Set(['points', 'svc.pointlake.points', 'spark_catalog.default.points']);
const fileTable = /^(?:spark_catalog\.default\.)?(pointlake_file_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))$/;

/** The tables that an owner's queries may name: those with names of their own, and one for each machine file. */
export function ownerCatalogue(ownerId: string): Catalogue {
  const tables = ownerTables(ownerId);
  const [points] = tables;
  return {
    names: tables.map(({ name }) => name),
    table(path) {
      const name = path.join('.').toLowerCase();
      if (namesOfPoints.has(name)) return points;
      const [, ofFile, fileId] = fileTable.exec(name) ?? [];
      return ofFile && fileId ? { ...points, name: ofFile, only: { ...points.only, fileId } } : undefined;
    },
  };
}

/** The tables with names of their own. */
export function ownerTables(ownerId: string): [points: CatalogueTable] {
  return [pointsTable(ownerId)];
}
