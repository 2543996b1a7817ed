/**
 * Settings of npm that say how to reach the network or where things are, not what the current command is about.
 * Everything else that npm hands to a script (`npm_config_prefix`, `npm_config_omit`, `npm_package_…`) is about the
 * command that runs us and would mislead the npm and the compiler that we run.
 */
const KEPT =
  /^npm_config_(registry|@.*|\/\/.*|ca|cafile|strict_ssl|proxy|https?_proxy|noproxy|cache|userconfig|globalconfig|fetch_.*|maxsockets|offline|prefer_offline|nodedir|python|.*_binary_host.*)$/i;

/**
 * The environment for the programs that the first run starts.
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {Record<string, string>} [extra]
 * @returns {NodeJS.ProcessEnv}
 */
export function childEnvironment(env, extra = {}) {
  const kept = Object.entries(env).filter(([name]) => !/^npm_/i.test(name) || KEPT.test(name));
  return { ...Object.fromEntries(kept), ...extra };
}
