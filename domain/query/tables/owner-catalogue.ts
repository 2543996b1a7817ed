import type { Catalogue, CatalogueTable } from '../../../sql/catalogue.ts';
import { appliedIrrigationTable } from './applied-irrigation.ts';
import { countiesTable } from './counties.ts';
import { fieldsTable } from './fields.ts';
import { filesTable } from './files.ts';
import { operationsTable } from './operations.ts';
import { pointsTable } from './points.ts';
import { pointsOfFile } from './points-of-file.ts';
import { soilOfIllinois, soilTable } from './soil.ts';
import { soilSamplesTable } from './soil-samples.ts';

/** Schemas that clients of other systems write before table names. */
const schemas = ['svc.pointlake.', 'svc.dev.', 'spark_catalog.default.'];
const fileTable = /^(?:spark_catalog\.default\.)?(pointlake_file_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))$/;

/** The tables that an owner's queries may name: tables with fixed names, and one for each machine file, with any id. */
export function ownerCatalogue(ownerId: string): Catalogue {
  const tables = namedTables(ownerId);
  const byName = new Map<string, CatalogueTable>(
    tables.flatMap((table) =>
      ['', ...schemas].map((schema) => [`${schema}${table.name.toLowerCase()}`, table] as const),
    ),
  );
  return {
    names: tables.map(({ name }) => name),
    table(path) {
      const name = path.join('.').toLowerCase();
      const [, ofFile, fileId] = fileTable.exec(name) ?? [];
      if (ofFile && fileId) return pointsOfFile(ownerId, { name: ofFile, fileId });
      return byName.get(name);
    },
  };
}

/** Ids of the machine files whose tables a query names. */
export function filesNamed(scans: readonly Pick<CatalogueTable, 'only'>[]): string[] {
  return [...new Set(scans.flatMap(({ only }) => only.fileId ?? []))];
}

/** The tables without those of some machine files. */
export function withoutFiles(catalogue: Catalogue, fileIds: readonly string[]): Catalogue {
  return {
    names: catalogue.names,
    table(path) {
      const found = catalogue.table(path);
      return found?.only.fileId !== undefined && fileIds.includes(found.only.fileId) ? undefined : found;
    },
  };
}

/** The tables with fixed names; two of them may be parts of one stored table. */
export function namedTables(ownerId: string): CatalogueTable[] {
  return [...ownerTables(ownerId), soilOfIllinois];
}

/**
 * The stored tables with rows of the owner.
 *
 * @example ownerTables('o')[0].name // 'points'
 */
export function ownerTables(ownerId: string): [points: CatalogueTable, ...others: CatalogueTable[]] {
  const records = [fieldsTable, operationsTable, filesTable, soilSamplesTable, appliedIrrigationTable];
  return [pointsTable(ownerId), ...records.map((table) => table(ownerId)), ...referenceTables];
}

/** Shared tables, which every owner reads. */
export const referenceTables: readonly CatalogueTable[] = [soilTable, countiesTable];
