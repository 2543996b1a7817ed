import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { startSatelliteStandIn } from '../../../local/stand-ins/satellite/start-stand-in.ts';
import { pythonWith } from '../python.ts';

/** Reads the stand-in for the catalogue with `pystac-client`, which reads the real one. Ends with 1 when it finds something unexpected. */
const python = pythonWith('stac', ['pystac-client==0.9.1', 'pystac==1.15.2']);
const standIn = await startSatelliteStandIn({ now: Date.now });
const client = spawn(python, ['-W', 'ignore', join(import.meta.dirname, 'client.py'), standIn.stacUrl], {
  stdio: 'inherit',
});
process.exitCode = await new Promise<number>((resolve) => client.once('exit', (code) => resolve(code ?? 1)));
await standIn.close();
