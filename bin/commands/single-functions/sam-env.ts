import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endpointVariables } from '../../../local/engines.ts';
import type { Endpoints } from '../../../local/state/endpoints-file.ts';
import type { Command } from '../command.ts';
import { shellWord } from '../shell-word.ts';
import { dataDirOf, dataDirOption, dataDirVariable, runningCloud } from '../state-options.ts';

export const samEnv: Command = {
  usage: ['sam-env [options]'],
  description: [
    'Writes what SAM needs to run single functions in its containers against the embedded cloud on this machine:',
    'env.json for --env-vars, and the templates with all variables declared, since SAM passes only declared ones.',
  ].join('\n'),
  options: {
    'data-dir': dataDirOption,
    out: { type: 'string', value: 'DIR', description: 'where to write (default: sam in the state directory)' },
    host: {
      type: 'string',
      value: 'NAME',
      description: 'the name of this machine inside a container (default: host.docker.internal)',
    },
  },
  variables: dataDirVariable,
  async run(invocation) {
    const cloud = runningCloud(invocation);
    const { options } = invocation;
    const out = resolve(String(options.out || join(dataDirOf(invocation), 'sam')));
    const environments = samEnvironments(cloud, String(options.host || 'host.docker.internal'));
    await mkdir(out, { recursive: true });
    const environmentFile = join(out, 'env.json');
    await writeFile(environmentFile, `${JSON.stringify(environments, null, 2)}\n`, { mode: 0o600 });
    const templates = await writeTemplates(cloud.assemblyDir, out, environments);
    console.log(`wrote ${shown(environmentFile)}`);
    for (const { file, functions } of templates) {
      console.log(`wrote ${shown(file)}: ${functions.join(', ')}`);
      console.log(
        `  sam local invoke ${functions[0]} -t ${shellWord(file)} --env-vars ${shellWord(environmentFile)} -e event.json`,
      );
    }
    if (process.platform === 'linux' && isLoopback(cloud.host)) {
      console.log(`a container cannot call ${cloud.host}: start Furrow with HOST=0.0.0.0, then run this again`);
    }
    return 0;
  },
};

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.');

const shown = (path: string) => relative(process.cwd(), path) || path;

/** The variables of each function by its logical id, with this machine's name inside a container. */
export function samEnvironments(cloud: Endpoints, host: string): Record<string, Record<string, string>> {
  const common = {
    ...endpointVariables(cloud.services, cloud.unserved),
    AWS_REGION: cloud.region,
    AWS_DEFAULT_REGION: cloud.region,
    AWS_ACCESS_KEY_ID: cloud.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: cloud.credentials.secretAccessKey,
    AWS_SESSION_TOKEN: '',
    AWS_EC2_METADATA_DISABLED: 'true',
  };
  return Object.fromEntries(
    cloud.functions.map(({ logicalId, environment }) => {
      const variables = Object.entries({ ...common, ...environment });
      return [logicalId, Object.fromEntries(variables.map(([name, value]) => [name, fromContainer(value, host)]))];
    }),
  );
}

function fromContainer(value: string, host: string): string {
  return value.replace(/\bhttp:\/\/(127\.0\.0\.1|localhost|0\.0\.0\.0|\[::1?\])(?=[:/]|$)/g, `http://${host}`);
}

interface SamTemplate {
  Resources: Record<string, SamResource>;
}

interface SamResource {
  Type: string;
  Properties?: { Environment?: { Variables?: Record<string, unknown> } };
  Metadata?: Record<string, string>;
  DependsOn?: unknown;
}

/** Copies the templates that have functions, with every variable declared and absolute paths to code and layers. */
async function writeTemplates(assemblyDir: string, out: string, environments: Record<string, Record<string, string>>) {
  const written: { file: string; functions: string[] }[] = [];
  for (const name of (await readdir(assemblyDir)).filter((one) => one.endsWith('.template.json'))) {
    const template = JSON.parse(await readFile(join(assemblyDir, name), 'utf8')) as SamTemplate;
    const functions = Object.entries(template.Resources).filter(([logicalId]) => logicalId in environments);
    if (functions.length === 0) continue;
    for (const [logicalId, resource] of functions) declareVariables(resource, environments[logicalId] ?? {});
    for (const [logicalId, resource] of Object.entries(template.Resources)) {
      resolveCode(resource, logicalId, assemblyDir);
      // A copy deploys nothing. The CDK writes dependencies that references imply, of which SAM's lint complains.
      delete resource.DependsOn;
    }
    const file = join(out, name);
    await writeFile(file, `${JSON.stringify(template, null, 1)}\n`);
    written.push({ file, functions: functions.map(([logicalId]) => logicalId) });
  }
  return written;
}

function declareVariables(resource: SamResource, environment: Record<string, string>): void {
  const declared = Object.fromEntries(Object.keys(environment).map((variable) => [variable, '']));
  resource.Properties = { ...resource.Properties, Environment: { Variables: declared } };
}

/** Makes the path of the code of a function or a layer absolute, since SAM resolves relative paths from the working directory. */
function resolveCode(resource: SamResource, logicalId: string, assemblyDir: string): void {
  const path = resource.Metadata?.['aws:asset:path'];
  if (!path) return;
  const built = builtLayer(logicalId);
  const asset = built && existsSync(built) ? built : resolve(assemblyDir, path);
  resource.Metadata = { ...resource.Metadata, 'aws:asset:path': asset };
}

/** The folder into which `npm run layers` builds a layer, such as `layers/gdal/build` for `GdalLayer`. The embedded cloud's own templates have placeholders. */
function builtLayer(logicalId: string): string | undefined {
  const [, name] = /^(\w+)Layer$/.exec(logicalId) ?? [];
  return name && fileURLToPath(new URL(`../../../layers/${name.toLowerCase()}/build`, import.meta.url));
}
