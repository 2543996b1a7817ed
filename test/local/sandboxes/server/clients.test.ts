import { afterAll, expect, test } from 'vitest';
import { type SandboxesAccess, startSandboxes } from '../../../../local/sandboxes/sandboxes.ts';

const sandboxes = await startSandboxes({ now: () => Date.UTC(2026, 5, 15, 18) });
afterAll(() => sandboxes.close());

const uuid = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** Ids and secrets as the makers give them, so that samples and clients that check or cut them work unchanged. */
const shapes: { [Key in keyof SandboxesAccess]?: Partial<Record<string, string>> } = {
  JohnDeere: { clientId: 'johndeere-[0-9a-z]{40}', clientSecret: '[0-9a-z]{64}' },
  ClimateFieldView: { clientId: 'partner-sandbox', clientSecret: '[0-9a-z]{26}', apiKey: `partner-sandbox-${uuid}` },
  Trimble: { clientId: uuid, clientSecret: '[0-9a-z]{32}' },
  RavenSlingshot: { accessKey: uuid.replaceAll('a-f', 'A-F') },
};

test.each(Object.entries(shapes))('the client of %s has an id and a secret of the usual length', (key, shape) => {
  const access = sandboxes.access[key as keyof SandboxesAccess] as unknown as Record<string, string>;
  for (const [name, pattern] of Object.entries(shape)) expect(access[name], name).toMatch(new RegExp(`^${pattern}$`));
});
