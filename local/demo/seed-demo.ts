import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as z from 'zod';
import { identityStore } from '../../adapters/aws/dynamodb/identity/identity-store.ts';
import { documentClient } from '../../adapters/aws/dynamodb/table.ts';
import { userStore } from '../../adapters/aws/dynamodb/users/user-store.ts';
import { newId, systemClock } from '../../adapters/system.ts';
import { defaultLifetimes } from '../../domain/access/client.ts';
import { Problem } from '../../domain/errors.ts';
import { newUser } from '../../domain/users/new-user.ts';
import type { UserStore } from '../../domain/users/user-store.ts';
import type { Endpoints } from '../state/endpoints-file.ts';
import { type DemoOwner, demoApplications, demoFiles, demoUserId } from './demo-owner.ts';
import { ensureAccount } from './ensure-account.ts';
import { sampleFieldsZip } from './sample-fields.ts';

const clientId = 'furrow-demo';

export interface DemoOptions {
  dataDir: string;
  username: string;
  /** Generated and stored if absent. */
  password?: string;
}

/**
 * Ensures that the demo owner, its client, one service user and the sample files exist. What was created is recorded
 * in the state directory, so that a restart has nothing to do.
 */
export async function seedDemo({ endpoints }: { endpoints: Endpoints }, options: DemoOptions): Promise<DemoOwner> {
  const noteFile = join(options.dataDir, demoFiles.noteFile);
  const noted = readNote(noteFile);
  const wanted = {
    username: options.username,
    password: options.password ?? noted?.password ?? randomBytes(9).toString('base64url'),
    sampleFile: join(options.dataDir, demoFiles.sampleFile),
    signInFile: join(options.dataDir, demoFiles.signInFile),
    applications: endpoints.sandboxes ? demoApplications(endpoints.sandboxes) : {},
  };
  if (!existsSync(wanted.sampleFile)) writeFileSync(wanted.sampleFile, sampleFieldsZip());
  writeForOwner(wanted.signInFile, { username: wanted.username, password: wanted.password });
  const tables = tablesOf(endpoints);
  const isSeeded = noted?.username === wanted.username && noted.password === wanted.password;
  const svcUserId = isSeeded ? noted.svcUserId : await seed(tables, wanted);
  const demo: DemoOwner = { ...wanted, clientId, svcUserId };
  writeForOwner(noteFile, demo);
  return demo;
}

const noteSchema = z.object({
  username: z.string().min(1),
  password: z.string().min(1),
  clientId: z.string().min(1),
  svcUserId: z.string().min(1),
});

/** @throws Error saying what to do if the file is damaged. */
export function readNote(path: string): z.output<typeof noteSchema> | undefined {
  if (!existsSync(path)) return undefined;
  const note = noteSchema.safeParse(jsonOf(readFileSync(path, 'utf8')));
  if (note.success) return note.data;
  throw new Error(
    `${path} is damaged: delete it, and the next start gives the demo owner a new password and writes it again`,
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Only the user of this process may read the file. */
function writeForOwner(path: string, content: object): void {
  writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
}

function tablesOf({ region, credentials, services, variables }: Endpoints) {
  const client = documentClient(new DynamoDBClient({ region, credentials, endpoint: services.dynamodb }));
  const table = (variable: string) => ({ client, name: variables[variable] ?? '' });
  return {
    identity: table('IDENTITY_TABLE'),
    owners: table('OWNERS_TABLE'),
    users: table('USERS_TABLE'),
    events: table('EVENTS_TABLE'),
  };
}

async function seed(
  tables: ReturnType<typeof tablesOf>,
  { username, password }: { username: string; password: string },
): Promise<string> {
  const identity = identityStore(tables);
  const ownerId = await ensureAccount(identity, { username, password });
  await identity.putClient({ id: clientId, ...defaultLifetimes });

  const users = userStore({ users: tables.users, events: tables.events, clock: systemClock, newId });
  const known = await users.list(ownerId, { externalId: 'demo' }, { page: 0, size: 1, sort: [] });
  return known.items[0]?.id ?? createUser(users, ownerId);
}

/** Creates the demo user with its fixed id, or with a new one if a user with that id was deleted. */
async function createUser(users: UserStore, ownerId: string): Promise<string> {
  const create = async (id: string) => {
    await users.create(
      ownerId,
      newUser(id, { name: 'Demo Grower', email: 'grower@furrow.example', externalId: 'demo' }),
    );
    return id;
  };
  return create(demoUserId).catch((error: unknown) => {
    if (error instanceof Problem && error.kind === 'conflict') return create(newId());
    throw error;
  });
}
