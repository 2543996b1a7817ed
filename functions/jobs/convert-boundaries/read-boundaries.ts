import { tmpdir } from 'node:os';
import { serveParent } from '../../../adapters/containment/serve.ts';
import { boundaryServices } from '../../../adapters/geo/boundary-services.ts';

/** The program of the processes in which boundary files are read. */
serveParent(() => boundaryServices(tmpdir()));
