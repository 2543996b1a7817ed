const OLDEST_MAJOR = 20;
/** Older ones get no security fixes from their makers. */
const OLDEST_MAINTAINED_MAJOR = 22;

/**
 * Says what is wrong with this version of Node, or nothing.
 *
 * Keep the syntax of this file old: it has to be parsed by the versions that it refuses.
 *
 * @param {string} version as in `process.version`, "v20.20.2"
 * @returns {string | undefined}
 */
export function nodeVersionProblem(version) {
  if (majorOf(version) >= OLDEST_MAJOR) return undefined;
  return [
    `Furrow needs Node ${OLDEST_MAJOR} or newer; this is Node ${version} (${process.execPath}).`,
    'Install Node 22 from https://nodejs.org or with your version manager, then run the same command again.',
  ].join('\n');
}

/**
 * Says that a version of Node works and is past its end of life, or nothing.
 *
 * @param {string} version as in `process.version`, "v20.20.2"
 * @returns {string | undefined}
 */
export function nodeVersionNotice(version) {
  if (majorOf(version) >= OLDEST_MAINTAINED_MAJOR) return undefined;
  return `Node ${version} gets no security fixes any more. Furrow still runs on it; it is tried on Node 22 as well.`;
}

/** @param {string} version */
function majorOf(version) {
  return Number(version.replace(/^v/, '').split('.')[0]);
}
