/**
 * Settings of npm that say how to reach the network or where things are, not what the current command is about.
 * Everything else that npm hands to a script (`npm_config_prefix`, `npm_config_omit`, `npm_package_…`) is about the
 * command that runs us and would mislead the npm and the compiler that we run.
 */
const KEPT = new Set([
  'registry',
  'ca',
  'cafile',
  'strict_ssl',
  'proxy',
  'http_proxy',
  'https_proxy',
  'noproxy',
  'cache',
  'userconfig',
  'globalconfig',
  'maxsockets',
  'offline',
  'prefer_offline',
  'nodedir',
  'python',
]);

/** @param {string} name of a setting, in lower case */
function isKept(name) {
  return (
    KEPT.has(name) || ['@', '//', 'fetch_'].some((start) => name.startsWith(start)) || name.includes('_binary_host')
  );
}

/**
 * The environment for the programs that the first run starts.
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {Record<string, string>} [extra]
 * @returns {NodeJS.ProcessEnv}
 */
export function childEnvironment(env, extra = {}) {
  const kept = Object.entries(env).filter(([name]) => {
    const [, setting] = /^npm_config_(.*)$/.exec(name.toLowerCase()) ?? [];
    return setting === undefined ? !/^npm_/i.test(name) : isKept(setting);
  });
  return { ...Object.fromEntries(kept), ...extra };
}
