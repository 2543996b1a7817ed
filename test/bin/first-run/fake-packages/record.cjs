const { appendFileSync } = require('node:fs');

/** Writes down that a program ran; the test reads it. */
module.exports = function record(program) {
  const call = { program, arguments: process.argv.slice(2), pid: process.pid, env: process.env };
  appendFileSync(process.env.FAKE_RECORD, `${JSON.stringify(call)}\n`);
};
