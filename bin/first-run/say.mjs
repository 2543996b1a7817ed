/**
 * Prints a progress message on standard error, which keeps standard output clean.
 *
 * @param {string} text may have several lines
 */
export function say(text) {
  for (const line of text.split('\n')) process.stderr.write(line === '' ? '\n' : `furrow: ${line}\n`);
}

/**
 * Counts the seconds of something slow: in place on a terminal, every 20 seconds elsewhere (a CI log).
 *
 * @param {string} what is going on, as a present participle
 * @returns {() => number} stops counting and gives the seconds that it took
 */
export function countSeconds(what) {
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  say(`${what} …`);
  const inPlace = process.stderr.isTTY === true;
  const timer = setInterval(
    () => (inPlace ? process.stderr.write(`\r\x1b[Kfurrow: … ${seconds()} s`) : say(`… ${seconds()} s`)),
    inPlace ? 1000 : 20_000,
  );
  return () => {
    clearInterval(timer);
    if (inPlace) process.stderr.write('\r\x1b[K');
    return seconds();
  };
}
