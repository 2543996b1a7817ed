import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { deereSandbox } from '../../../local/sandboxes/john-deere/sandbox.ts';
import { startSandbox } from '../../../local/sandboxes/sandboxes.ts';
import { pythonWith } from '../python.ts';

/** Reads the sandbox of John Deere with `johndeere` from the Python Package Index. Ends with 1 when it finds something unexpected. */
const python = pythonWith('johndeere', ['johndeere==0.0.6']);
const { access, close } = await startSandbox(deereSandbox, { now: Date.now });
const { url, clientId, clientSecret, refreshToken } = access;
const program = ['-W', 'ignore', join(import.meta.dirname, 'client.py')];
const client = spawn(python, [...program, url, clientId, clientSecret, refreshToken], { stdio: 'inherit' });
process.exitCode = await new Promise<number>((resolve) => client.once('exit', (code) => resolve(code ?? 1)));
await close();
