import { namedTables } from '../../../../domain/query/tables/owner-catalogue.ts';
import { typeText } from '../../../../sql/types/sql-type.ts';
import type { Handler } from '../../../http/exchange.ts';
import type { queryApi } from './api.ts';
import type { QueryServices } from './services.ts';

export const listTables: Handler<(typeof queryApi)['endpoints']['listTables'], QueryServices> = async (
  { owner },
  { tableTimes },
) => {
  const changed = await tableTimes.changed(owner.id);
  const body = namedTables(owner.id).map(({ name, description = '', columns }) => ({
    name,
    description,
    ...given('updatedTime', changed.get(name)),
    columns: columns.map((column) => ({
      name: column.name,
      type: typeText(column.type),
      ...given('description', column.description),
      ...given('unit', column.unit),
    })),
  }));
  return { status: 200, body };
};

function given<Name extends string>(name: Name, value: string | undefined): { [key in Name]?: string } {
  return (value === undefined ? {} : { [name]: value }) as { [key in Name]?: string };
}
