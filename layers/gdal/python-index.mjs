import { fetchPatiently } from './fetch-patiently.mjs';

/** The two forms of an index's pages: PEP 691 and PEP 503. */
const JSON_PAGE = 'application/vnd.pypi.simple.v1+json';
const ACCEPTED = `${JSON_PAGE}, application/vnd.pypi.simple.v1+html;q=0.2, text/html;q=0.1`;

/**
 * Fetches a file of a Python package index. The file is not compared with anything.
 *
 * @param {{ project: string, name: string }} wanted
 * @param {string} index the address that PIP_INDEX_URL holds, `https://user:password@index.example/simple`
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Buffer>}
 * @throws {Error} when the index does not answer or does not have the file
 */
export async function fetchFromIndex({ project, name }, index, env) {
  const page = new URL(`${project}/`, index.endsWith('/') ? index : `${index}/`);
  const authorization = takeCredentials(page);
  const listed = await fetchPatiently(page, env, { accept: ACCEPTED, ...authorization });
  const text = listed.body.toString('utf8');
  const address = listed.type.startsWith(JSON_PAGE) ? addressInJson(text, name) : addressInHtml(text, name);
  if (!address) throw new Error(`${page.host} has no ${name}`);
  const file = new URL(address, listed.url);
  // A file may lie on another host, which is not to see the index's password.
  return (await fetchPatiently(file, env, file.host === page.host ? authorization : {})).body;
}

/**
 * Takes user and password out of an address: `fetch` refuses addresses with them.
 *
 * @param {URL} address
 * @returns {Record<string, string>}
 */
function takeCredentials(address) {
  const { username, password } = address;
  if (username === '') return {};
  address.username = '';
  address.password = '';
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

/**
 * @param {string} page
 * @param {string} name
 * @returns {string | undefined}
 */
const addressInJson = (page, name) =>
  JSON.parse(page).files.find((/** @type {{ filename: string }} */ file) => file.filename === name)?.url;

/**
 * The address of the link whose text is the file's name.
 *
 * @param {string} page
 * @param {string} name
 */
function addressInHtml(page, name) {
  const link = page.split('<a ').find((part) => part.includes(`>${name}<`) || part.includes(`> ${name} <`));
  const [, quoted] = link?.split('href=') ?? [];
  return quoted?.split(quoted[0] ?? '"')[1]?.replaceAll('&amp;', '&');
}
