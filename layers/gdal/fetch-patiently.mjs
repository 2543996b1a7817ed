/** A server that sends nothing for this long is not waited for: many firewalls drop packets without an error. */
const PATIENCE_SECONDS = 15;

/**
 * Fetches a whole file, however long it takes, as long as something of it arrives.
 *
 * @param {URL | string} url
 * @param {NodeJS.ProcessEnv} env FURROW_DOWNLOAD_PATIENCE_SECONDS changes how long a silent server is waited for
 * @param {Record<string, string>} [headers]
 * @returns {Promise<{ url: string, type: string, body: Buffer }>} the address after redirections, and the media type
 * @throws {Error} when the server refuses, is silent or cannot be reached
 */
export async function fetchPatiently(url, env, headers = {}) {
  const patience = Number(env.FURROW_DOWNLOAD_PATIENCE_SECONDS) || PATIENCE_SECONDS;
  const { host } = new URL(url);
  const stop = new AbortController();
  const giveUp = () => stop.abort(new Error(`${host} sent nothing for ${patience} s`));
  let timer = setTimeout(giveUp, patience * 1000);
  try {
    const response = await fetch(url, { headers, signal: stop.signal });
    if (!response.ok || !response.body) throw new Error(`${host} answered ${response.status}`);
    const chunks = [];
    for await (const chunk of response.body) {
      clearTimeout(timer);
      timer = setTimeout(giveUp, patience * 1000);
      chunks.push(chunk);
    }
    return { url: response.url, type: response.headers.get('content-type') ?? '', body: Buffer.concat(chunks) };
  } catch (error) {
    const { message, cause } = /** @type {Error} */ (error);
    throw cause instanceof Error
      ? new Error(`${host}: ${cause.message}`, { cause })
      : new Error(message, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
