import { ownerTables } from '../../domain/query/tables/owner-catalogue.ts';
import { typeText } from '../../domain/query/types/sql-type.ts';
import type { Handler } from '../http/exchange.ts';
import type { queryApi } from './api.ts';
import type { QueryServices } from './services.ts';

export const listTables: Handler<(typeof queryApi)['operations']['listTables'], QueryServices> = async ({ owner }) => ({
  status: 200,
  body: ownerTables(owner.id).map(({ name, description = '', columns }) => ({
    name,
    description,
    columns: columns.map((column) => ({
      name: column.name,
      type: typeText(column.type),
      ...(column.description && { description: column.description }),
    })),
  })),
});
