const releases = 'https://github.com/mmomtchev/node-gdal-async/releases/download';

/** An answer that does not begin for this long is not waited for: many networks swallow what they do not let through. */
const patienceMilliseconds = 20_000;

/**
 * Fetches the prebuilt binding, about 25 MB, from its maintainer's releases.
 *
 * @throws Error that says what failed and what else can be done.
 */
export async function download(version: string, binding: string, say: (line: string) => void): Promise<Buffer> {
  const url = `${releases}/v${version}/${binding}.tar.gz`;
  say(`downloading ${url}`);
  const stop = new AbortController();
  const impatience = setTimeout(() => stop.abort(), patienceMilliseconds);
  try {
    const response = await fetch(url, { signal: stop.signal });
    clearTimeout(impatience);
    if (!response.ok) throw new Error(`the server answered ${response.status} ${response.statusText}`);
    return Buffer.from(await response.arrayBuffer());
  } catch (error) {
    throw new Error(explain(url, binding, reasonOf(error)), { cause: error });
  } finally {
    clearTimeout(impatience);
  }
}

function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error & { cause?: Error };
  if (name === 'AbortError') return `no answer within ${patienceMilliseconds / 1000} s`;
  return cause ? `${message}: ${cause.message}` : message;
}

function explain(url: string, binding: string, reason: string): string {
  return [
    `GDAL's prebuilt binary could not be downloaded: ${reason}.`,
    '',
    `    ${url}`,
    '',
    'One of these helps:',
    '- run npm run layers again where github.com can be reached;',
    `- download that file elsewhere, bring it here and run: npm run layers -- --gdal path/to/${binding}.tar.gz`,
    '- build it in a container: docs/deploy.md, "Building GDAL yourself".',
  ].join('\n');
}
