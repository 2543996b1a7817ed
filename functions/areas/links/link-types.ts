import { allowedProviders, oneProvider, type Widget } from '../../../domain/links/magic-link.ts';
import { exampleProvider } from '../../../domain/providers/providers.ts';

/** The three types of links: their path segment, their title in summaries, and the members of new links about providers. */
export const linkTypes = {
  Provider: {
    widget: 'PROVIDER',
    segment: 'provider',
    title: 'provider link',
    opens: 'the providers that the grower may connect',
    members: { allowedProviders },
    example: { allowedProviders: [exampleProvider] },
  },
  Authentication: {
    widget: 'AUTHENTICATION',
    segment: 'authentication',
    title: 'authentication link',
    opens: 'the consent at one provider',
    members: { provider: oneProvider },
    example: { provider: exampleProvider },
  },
  FileUpload: {
    widget: 'FILEUPLOAD',
    segment: 'file-upload',
    title: 'file upload link',
    opens: 'the upload of files of any kind',
    members: {},
    example: {},
  },
} as const satisfies Record<
  string,
  { widget: Widget; segment: string; title: string; opens: string; members: object; example: object }
>;

export type LinkTypeName = keyof typeof linkTypes;
export type LinkType = (typeof linkTypes)[LinkTypeName];
