import type { Handler } from '../../http/exchange.ts';
import type { pagesApi } from './api.ts';
import { isAtHome } from './demo.ts';
import { homeBody } from './home-body.ts';
import { htmlPage, pageHeaders } from './html.ts';
import type { PagesServices } from './services.ts';

export const getHome: Handler<typeof pagesApi.endpoints.getHome, PagesServices> = async (
  { request },
  { filesOf, about, demo },
) => {
  const [files, { version }] = await Promise.all([filesOf('landing'), about()]);
  const withDemo = demo !== undefined && isAtHome(request);
  const root = request.base.replace(/\/v2$/, '');
  return {
    status: 200,
    headers: { ...pageHeaders(), 'cache-control': 'no-cache', 'referrer-policy': 'same-origin' },
    body: htmlPage({
      lang: 'en',
      title: 'Furrow',
      base: root,
      files,
      plain: !withDemo,
      body: homeBody({ root, version, withDemo }),
    }),
  };
};
