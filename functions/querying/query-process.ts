import { packagedGeos } from '../../adapters/geos/packaged-geos.ts';
import { serveOwner } from '../../adapters/query/duckdb/process/serve-owner.ts';

/** The program of the processes in which queries run. */
serveOwner(packagedGeos());
