import { join } from 'node:path';
import type { Accepting, Provider } from '../../domain/providers/provider.ts';
import { providerOf, providers } from '../../domain/providers/providers.ts';
import { type SandboxesAccess, sandboxApplications } from '../sandboxes/sandboxes.ts';
import type { CloudPlan } from '../template/plan.ts';

/** The API owner that exists on an embedded cloud from its first start, so that it can be tried at once. */
export interface DemoOwner {
  username: string;
  password: string;
  /** The OAuth client for the password and refresh grants. */
  clientId: string;
  /** The service user that the sample is uploaded for. */
  svcUserId: string;
  /** The path of a zipped shapefile with a few fields. */
  sampleFile: string;
  /** Applications at providers that this machine plays, as bodies of app keys by their paths: the landing page registers them for the demo owner. */
  applications: Record<string, Record<string, string>>;
  /** The path of the JSON body that signs the owner in, so that no command has to contain the password. */
  signInFile: string;
}

/**
 * The applications of the sandboxes, and fictitious ones at providers without a sandbox that deliver machine files, whose consent is simulated (`oauth/playground.ts`), so that there are
 * more to connect.
 */
export function demoApplications(access: SandboxesAccess): DemoOwner['applications'] {
  const known = sandboxApplications(access).map(([key, body]) => [pathOf(providerOf(key), 'sandbox'), body]);
  const others = providers.filter(
    ({ key, grant, inLinks, accepts }) =>
      grant && inLinks && !(key in access) && (accepts as readonly Accepting[]).includes('machineFiles'),
  );
  return Object.fromEntries([...known, ...others.map((row) => [pathOf(row, 'demo'), fictitious(row)])]);
}

const pathOf = ({ key, appKey }: Provider, name: string) => `${key}/${name}${appKey?.hasEnvironment ? '/STAGE' : ''}`;

function fictitious({ appKey }: Provider): Record<string, string> {
  const members = Object.entries(appKey?.members ?? {}).filter(([, { required }]) => required);
  return Object.fromEntries(members.map(([name, { kind }]) => [name, kind === 'text' ? 'demo' : 'demo-secret']));
}

/** The id of the demo user, which the examples of the contract use. */
export const demoUserId = '0198c2a0-0000-7000-8000-000000000000';

/** Files in the state directory about the demo owner, for commands, pages and examples. */
export const demoFiles = {
  noteFile: 'demo.json',
  sampleFile: 'sample-fields.zip',
  signInFile: 'sign-in.json',
  farmFile: 'sample-farm.json',
};

/** The file from which the landing page shows the demo owner to visitors on this machine. */
export function showDemo({ functions }: Pick<CloudPlan, 'functions'>, dataDir: string): void {
  const pages = functions.find(({ name }) => name.endsWith('-pages'));
  if (pages) pages.environment.DEMO_FILE = join(dataDir, demoFiles.noteFile);
}
