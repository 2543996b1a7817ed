import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { givenSettingsSchema, linkSettings } from '../../../domain/links/link-settings.ts';
import {
  allowedProviders,
  grantOf,
  newLink,
  newLinkMembers,
  oneProvider,
  type StoredLink,
  sessionEnd,
  shownLink,
  stateOf,
} from '../../../domain/links/magic-link.ts';

const now = Date.parse('2026-05-01T12:00:00.000Z');
const schema = z.strictObject(newLinkMembers);

function link(members: object = {}): StoredLink {
  return newLink({ id: 'name', widget: 'PROVIDER', svcUserId: 'user', now }, schema.parse(members), {
    allowedProviders: ['JohnDeere'],
  });
}

const messages = (result: z.ZodSafeParseResult<unknown>) => result.error?.issues.map(({ message }) => message) ?? [];

describe('a new link', () => {
  test('is valid for a quarter of an hour by default, and for up to 366 days', () => {
    expect(link().expiresAt).toBe('2026-05-01T12:15:00.000Z');
    expect(link({ expiresIn: 31_622_400 }).expiresAt).toBe('2027-05-02T12:00:00.000Z');
    for (const expiresIn of [899, 31_622_401, 900.5, '900', null]) {
      expect(schema.safeParse({ expiresIn }).success).toBe(false);
    }
  });

  test('may be opened without a limit, or a number of times', () => {
    expect(link().maxUsage).toBeNull();
    expect(link({ maxUsage: 1 }).maxUsage).toBe(1);
    for (const maxUsage of [0, -1, 1.5, '1']) expect(schema.safeParse({ maxUsage }).success).toBe(false);
  });

  test('shows settings with their defaults', () => {
    expect(link().settings).toEqual({
      backgroundColor: '#F5F5F5',
      showSvcUserName: false,
      disconnectEnabled: false,
    });
  });
});

describe('settings', () => {
  const parse = (settings: unknown) => givenSettingsSchema.safeParse(settings);

  test('accept booleans as texts, too', () => {
    const given = givenSettingsSchema.parse({ showSvcUserName: 'true', disconnectEnabled: 'false' });
    expect(linkSettings(given)).toMatchObject({ showSvcUserName: true, disconnectEnabled: false });
    expect(messages(parse({ showSvcUserName: 'yes' }))).toEqual(['must be true or false']);
  });

  test.each(['#F5F5F5', '#abc', '#ABCDEF'])('accept the colour %s', (backgroundColor) => {
    expect(parse({ backgroundColor }).success).toBe(true);
  });

  test.each(['red', '#12', '#12345', '#1234567', 'F5F5F5', '#F5F5F5;', '#ggg', 'url(x)'])(
    'refuse the colour %s',
    (backgroundColor) => {
      expect(messages(parse({ backgroundColor }))).toEqual(['must be a hex colour such as #F5F5F5']);
    },
  );

  test.each([
    'http://a.example/x.png',
    'javascript:alert(1)',
    'data:image/png;base64,x',
    '//a.example/x',
    'x',
    'https://u:p@a.example/',
  ])('refuse the image %s', (companyLogo) => {
    expect(messages(parse({ companyLogo }))).toEqual(['must be an https URL without username or password']);
  });

  test('write URLs in their plain form, so that nothing in them can end a header or an attribute', () => {
    const { headerImage } = givenSettingsSchema.parse({ headerImage: 'https://a.example/x "y".png' });
    expect(headerImage).toBe('https://a.example/x%20%22y%22.png');
    const refused = ['must not have control characters, such as line breaks and tabs'];
    expect(messages(parse({ headerImage: 'https://a.example/x\n.png' }))).toEqual(refused);
  });

  test('recognise a misspelling', () => {
    expect(messages(parse({ disconnectedEnabled: true }))).toEqual(['is spelt disconnectEnabled']);
  });

  test('refuse unknown members', () => {
    expect(parse({ color: '#fff' }).success).toBe(false);
  });
});

describe('providers', () => {
  test('are those of links, by name, or All', () => {
    for (const known of [undefined, 'All', ['All'], ['JohnDeere', 'Stara']]) {
      expect(allowedProviders.safeParse(known).success).toBe(true);
    }
    const refused = 'Panorama" is not a provider of links. Providers of links are JohnDeere,';
    expect(messages(allowedProviders.safeParse(['JohnDeere', 'Panorama']))[0]).toContain(refused);
    expect(messages(oneProvider.safeParse('Panorama'))[0]).toContain(refused);
    expect(messages(oneProvider.safeParse(undefined))).toEqual(['is required']);
    expect(allowedProviders.safeParse([]).success).toBe(false);
    expect(allowedProviders.safeParse('JohnDeere').success).toBe(false);
  });
});

describe('a link', () => {
  test('is open until it expires or has been opened as often as it may be', () => {
    const { expiresAt } = link();
    const end = Date.parse(expiresAt);
    expect(stateOf(link(), end - 1)).toBe('open');
    expect(stateOf(link(), end)).toBe('expired');
    expect(stateOf({ ...link({ maxUsage: 2 }), usageCount: 1 }, now)).toBe('open');
    expect(stateOf({ ...link({ maxUsage: 2 }), usageCount: 2 }, now)).toBe('exhausted');
    expect(stateOf({ ...link({ maxUsage: 2 }), usageCount: 2 }, end)).toBe('expired');
  });

  test('has sessions of up to two hours that end with it', () => {
    expect(sessionEnd(link({ expiresIn: 86_400 }), now)).toBe('2026-05-01T14:00:00.000Z');
    expect(sessionEnd(link(), now)).toBe('2026-05-01T12:15:00.000Z');
  });

  test('is shown with its secret, and grants only what it names', () => {
    expect(shownLink(link(), 'secret', 'https://api.example')).toMatchObject({
      id: 'secret',
      link: 'https://api.example/link/secret',
    });
    expect(grantOf(link())).toEqual({
      id: 'name',
      widget: 'PROVIDER',
      allowedProviders: ['JohnDeere'],
      disconnectEnabled: false,
    });
  });
});
