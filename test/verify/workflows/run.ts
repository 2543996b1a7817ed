import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * Has actionlint read the workflows of GitHub: their syntax, expressions, the types of inputs, and shell scripts. It comes by Go's module proxy, since it is
 * written in Go, and its hash is checked against Go's checksum database. Ends with 1 when it finds something, and with 0 and a sentence where Go is missing.
 */

const actionlint = 'github.com/rhysd/actionlint/cmd/actionlint@v1.7.12';
const folder = fileURLToPath(new URL('../../../.github/workflows', import.meta.url));

const workflows = readdirSync(folder).map((name) => join(folder, name));
const { status, error } = spawnSync('go', ['run', actionlint, '-no-color', ...workflows], { stdio: 'inherit' });
if (error) console.log(`The workflows were not read: actionlint needs Go (${error.message})`);
else if (status === 0) console.log(`actionlint finds nothing in ${workflows.length} workflows.`);
process.exitCode = error ? 0 : (status ?? 1);
