import { tmpdir } from 'node:os';
import { serveParent } from '../../../adapters/containment/serve.ts';
import { prescriptionServices } from '../../../adapters/prescriptions/prescription-services.ts';

/** The program of the processes in which prescriptions are read. */
serveParent(() => prescriptionServices(tmpdir()));
