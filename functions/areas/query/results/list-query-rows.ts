import { cursorInvalid, readCursor, writeCursor } from '../../../../adapters/aws/cursor.ts';
import { Problem } from '../../../../domain/errors.ts';
import type { Handler } from '../../../http/exchange.ts';
import { pageHeaders } from '../../../http/page-headers.ts';
import { usualPage } from '../execution/limits.ts';
import { truncatedHeader } from '../execution/show.ts';
import type { queriesApi } from './api.ts';
import { ended } from './ended-query.ts';
import { pageOfRows } from './page-of-rows.ts';
import type { QueriesServices } from './services.ts';

export const listQueryRows: Handler<(typeof queriesApi)['endpoints']['listQueryRows'], QueriesServices> = async (
  { found, query: asked, owner, request },
  services,
) => {
  const { query, run = '' } = ended(found.query);
  if (query.kind !== 'ROWS') {
    const detail = 'The result is a GeoParquet file without pages. Download it.';
    throw new Problem('conflict', detail, { errorKey: 'queryIsExport' });
  }
  const { rows: total = 0 } = query;
  const { page = 0, size = usualPage, cursor } = asked;
  const list = ['rows of a query', owner.id, query.id];
  const from = cursor === undefined ? page * size : rowOf(cursor, list);
  const rows = total > 0 ? await pageOfRows({ ownerId: owner.id, run }, { from, size }, services) : [];
  const behind = from + rows.length;
  if (asked.page !== undefined && cursor === undefined && rows.length < size && behind < total) {
    const detail = `${size} rows from row ${from} on exceed the maximum size of a response. Request at most ${rows.length} rows a page, or follow Link: rel="next" from the first, without a page number.`;
    throw new Problem('invalid', detail, {
      errorKey: 'pageTooLarge',
      errors: [{ pointer: '#/size', message: detail }],
    });
  }
  const next = behind < total ? writeCursor(list, [behind]) : undefined;
  const links = pageHeaders(request, { page, size, sort: [], cursor }, { total, next });
  const headers = { ...links, ...truncatedHeader(query) };
  return { status: 200, headers, body: `[${rows.join(',\n')}]` };
};

function rowOf(cursor: string, list: readonly unknown[]): number {
  const [row] = readCursor(list, cursor);
  if (typeof row !== 'number' || !Number.isSafeInteger(row) || row < 0) throw cursorInvalid();
  return row;
}
