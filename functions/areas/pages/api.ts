import * as z from 'zod';
import { defineArea } from '../../http/endpoint.ts';

const page = 'text/html; charset=utf-8';
const inPath = z.string().max(200);
/** The shell of the console holds no data: the page itself signs in and asks the API, so that every URL of the console gets the same shell. */
const consolePage = {
  method: 'GET',
  description: 'The page is the same for all, and holds no data: it signs in and calls the API.',
  access: 'public',
  addition: true,
  responses: { 200: { description: 'The page.', contentType: page } },
} as const;
/** How often one network may look at a link, and how many unknown ones. */
const openedPerMinute = 60;

/** The pages that people see: growers those of their links, owners the console, everyone else what runs here. */
export const pagesApi = defineArea({
  name: 'pages',
  title: 'Pages',
  letter: '–',
  description:
    'The landing page, the guides, the pages of links that growers open, the console of owners, and components.',
  base: '',
  endpoints: {
    getHome: {
      method: 'GET',
      path: '/',
      summary: 'Get the landing page',
      access: 'public',
      addition: true,
      responses: { 200: { description: 'A page with the URLs of the API and its documentation.', contentType: page } },
    },
    getGuides: {
      method: 'GET',
      path: '/guides',
      summary: 'The guides',
      access: 'public',
      addition: true,
      responses: { 200: { description: 'A page that leads to every guide.', contentType: page } },
    },
    getGuide: {
      method: 'GET',
      path: '/guides/{name}',
      summary: 'A guide',
      access: 'public',
      addition: true,
      params: z.object({ name: z.string().max(100).describe('Name of the guide, without its ending.') }),
      responses: { 200: { description: 'The guide as a page.', contentType: page } },
    },
    getLinkPage: {
      method: 'GET',
      path: '/link/{linkId}',
      summary: 'The page of a link',
      description:
        'Opening the page does not count as use of the link: the page starts a session with a separate request.',
      access: 'public',
      addition: true,
      params: z.object({
        linkId: z.string().max(200).describe('The secret of the link: its `id`, which is the last part of its URL.'),
      }),
      perMinute: openedPerMinute,
      secret: { name: 'linkId', unknown: 'linkNotFound' },
      errorPages: true,
      exists: { link: 'ownRead' },
      responses: {
        200: { description: 'The page on which a grower connects a provider or uploads files.', contentType: page },
        410: {
          description: 'The link has expired, was revoked or is used up. The page says which.',
          contentType: page,
        },
      },
    },
    getComponentsPage: {
      method: 'GET',
      path: '/components',
      summary: 'Try the components',
      access: 'public',
      addition: true,
      responses: { 200: { description: 'A page with both components and their properties.', contentType: page } },
    },
    getConsole: { ...consolePage, path: '/console', summary: 'The console: users' },
    getConsoleUser: {
      ...consolePage,
      path: '/console/users/{user}',
      summary: 'The console: the fields of a user',
      params: z.object({ user: inPath.describe('Id of the service user.') }),
    },
    getConsoleField: {
      ...consolePage,
      path: '/console/fields/{field}',
      summary: 'The console: the seasons of a field',
      params: z.object({ field: inPath.describe('Id of the field.') }),
    },
    getConsoleSeason: {
      ...consolePage,
      path: '/console/fields/{field}/{season}',
      summary: 'The console: the season of a field',
      params: z.object({ field: inPath.describe('Id of the field.'), season: inPath.describe('Id of the season.') }),
    },
    getWebFile: {
      method: 'GET',
      path: '/web/{file}',
      summary: 'A file that the pages need',
      description:
        'File names contain a hash of the content, except `components.js`, which pages of other origins load.',
      access: 'public',
      addition: true,
      params: z.object({ file: z.string().max(200).describe('Name of the file.') }),
      responses: { 200: { description: 'The file.', contentType: '*/*' } },
    },
  },
});
