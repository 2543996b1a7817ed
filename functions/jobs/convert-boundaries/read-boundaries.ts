import { tmpdir } from 'node:os';
import { boundaryServices } from '../../../adapters/boundary-files/boundary-services.ts';
import { findAmongAnything } from '../../../adapters/boundary-files/find-among-anything.ts';
import { serveParent } from '../../../adapters/containment/serve.ts';

/** The program of the processes in which boundary files are read. */
serveParent(() => boundaryServices(tmpdir(), findAmongAnything));
