// A stand-in for the installer of bindings, of which only compiling is used: it works unless FAKE_COMPILER is broken, and takes until the test
// lets it end if that is slow.
const { existsSync, mkdirSync, writeFileSync } = require('node:fs');
require('./record.cjs')('node-pre-gyp');

const writeBinding = (content) => {
  const folder = `lib/binding/node-v${process.versions.modules}-${process.platform}-${process.arch}`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/gdal.node`, content);
};
const fail = (reason) => {
  console.error(reason);
  process.exit(1);
};

const { npm_config_build_from_source: compile, FAKE_COMPILER: compiler } = process.env;
if (!compile) fail('this would fetch what nobody compared');
else if (compiler === 'broken') fail('internal compiler error');
else if (compiler !== 'slow') writeBinding('whole');
else {
  setInterval(() => {
    if (!existsSync(`${process.env.FAKE_PATH}/compilers-end`)) return;
    writeBinding('whole');
    process.exit(0);
  }, 20);
}
