const OLDEST_MAJOR = 20;

/**
 * Says what is wrong with this version of Node, or nothing.
 *
 * Keep the syntax of this file old: it has to be parsed by the versions that it refuses.
 *
 * @param {string} version as in `process.version`, "v20.20.2"
 * @returns {string | undefined}
 */
export function nodeVersionProblem(version) {
  const major = Number(version.replace(/^v/, '').split('.')[0]);
  if (major >= OLDEST_MAJOR) return undefined;
  return [
    `Furrow needs Node ${OLDEST_MAJOR} or newer; this is Node ${version} (${process.execPath}).`,
    'Install a current one from https://nodejs.org or with your version manager, then run the same command again.',
  ].join('\n');
}
