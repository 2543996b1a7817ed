import { packagedGeos } from '../../../../adapters/geos/packaged-geos.ts';
import { ownerOrders } from '../../../../adapters/query/duckdb/process/run-order.ts';
import { serveOwner } from '../../../../adapters/query/duckdb/process/serve-owner.ts';

/** The program of the processes in which queries run. */
serveOwner(ownerOrders(packagedGeos()));
