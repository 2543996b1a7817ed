import { tmpdir } from 'node:os';
import { serveParent } from '../../../adapters/containment/serve.ts';
import { soilServices } from '../../../adapters/soil/soil-services.ts';

/** The program of the processes in which soil results are read. */
serveParent(() => soilServices(tmpdir()));
