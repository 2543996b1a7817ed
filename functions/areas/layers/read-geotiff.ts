import { tmpdir } from 'node:os';
import { serveParent } from '../../../adapters/containment/serve.ts';
import { geotiffServices } from '../../../adapters/gdal/geotiff/geotiff-services.ts';

/** The program of the processes in which aerial images are read. */
serveParent(() => geotiffServices(tmpdir()));
