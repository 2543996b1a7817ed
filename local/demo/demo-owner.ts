import { join } from 'node:path';
import type { SandboxesAccess } from '../sandboxes/start-sandboxes.ts';
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
  /** The applications that the sandboxes know, as bodies of app keys by their paths: the landing page registers them for the demo owner. */
  applications: Record<string, Record<string, string>>;
  /** The path of the JSON body that signs the owner in, so that no command has to contain the password. */
  signInFile: string;
}

/** The applications of the sandboxes, for `DemoOwner`. */
export function sandboxApplications({
  JohnDeere,
  ClimateFieldView,
  Lindsay,
  Trimble,
  RavenSlingshot,
}: SandboxesAccess): DemoOwner['applications'] {
  const deere = { clientKey: JohnDeere.clientId, clientSecret: JohnDeere.clientSecret };
  const { apiKey, clientId, clientSecret } = ClimateFieldView;
  return {
    'JohnDeere/sandbox/STAGE': deere,
    'ClimateFieldView/sandbox': { apiKey, clientId, clientSecret },
    'Lindsay/sandbox': { clientId: Lindsay.clientId, clientSecret: Lindsay.clientSecret },
    'Trimble/sandbox': {
      ...{ applicationName: Trimble.applicationName, clientId: Trimble.clientId, clientSecret: Trimble.clientSecret },
    },
    'RavenSlingshot/sandbox': { apiKey: RavenSlingshot.apiKey, sharedSecret: RavenSlingshot.sharedSecret },
  };
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
