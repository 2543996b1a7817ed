// Stands for pip: gives the file FAKE_WHEEL under the name of the wheel that the test's lock pins.
const { copyFileSync } = require('node:fs');
const { basename, join } = require('node:path');
require('./record.cjs')('pip');

const folder = process.argv[process.argv.indexOf('-d') + 1];
copyFileSync(process.env.FAKE_WHEEL, join(folder, basename(process.env.FAKE_WHEEL)));
