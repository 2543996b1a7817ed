import { noRowsSql, rowColumns } from '../../../adapters/lake/row-columns.ts';
import { leftOutMember } from '../../../domain/machine-files/points/left-out.ts';
import { pointsTable } from '../../../domain/query/tables/points.ts';
import { typeOf } from '../../../sql/types/sql-type.ts';

/** Rows with all columns of a file of points, NULL where `rows` has none. @param rows a SELECT. */
export function withPointColumns(rows: string): string {
  const columns = [...rowColumns(pointsTable('')), { name: leftOutMember, type: typeOf('STRING') }];
  return `${noRowsSql(columns)} UNION ALL BY NAME (${rows})`;
}
