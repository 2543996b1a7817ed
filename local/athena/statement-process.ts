import { geosOverlay } from '../../adapters/geos/geos-overlay.ts';
import { serveOwner } from '../../adapters/query/duckdb/process/serve-owner.ts';
import { failureReason } from './failure-reason.ts';
import { statementOrders } from './statement-order.ts';

/** The program of the processes that run statements. */
serveOwner(
  statementOrders(() => geosOverlay(() => import('geos-wasm'))),
  failureReason,
);
