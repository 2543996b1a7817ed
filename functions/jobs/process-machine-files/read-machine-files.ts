import { tmpdir } from 'node:os';
import { serveParent } from '../../../adapters/containment/serve.ts';
import { loadGdal } from '../../../adapters/geo/gdal.ts';
import { machineFileEngine } from '../../../adapters/machine-files/engine.ts';
import { engineServices } from '../../../adapters/machine-files/engine-services.ts';

// Loading takes longer than reading most files.
loadGdal();

/** The program of the processes in which machine files are read. */
serveParent((parent) => engineServices(machineFileEngine, tmpdir(), parent));
