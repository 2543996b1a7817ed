import { shownImplement } from '../../../domain/assets/implement.ts';
import type { Layer } from '../../../domain/assets/layer.ts';
import { shownBy } from '../../../domain/assets/machine-list.ts';
import { sinceTests } from '../../../domain/assets/named-asset.ts';
import { shownOperator } from '../../../domain/assets/operator.ts';
import { invalid } from '../../../domain/errors.ts';
import type { Handlers } from '../../http/exchange.ts';
import type { namedEndpoints } from './named-endpoints.ts';
import { separate } from './separate.ts';
import type { AssetsServices } from './services.ts';

export const namedHandlers: Handlers<typeof namedEndpoints, AssetsServices> = {
  async listImplements({ params: { svcUserId }, query, asked, owner }, { assets }) {
    const { svcUserId: named = svcUserId, ...filters } = query;
    if (named !== svcUserId) {
      const message = `svcUserId differs from the user ${svcUserId} in the path. Omit it, or send the same id.`;
      throw invalid('#/svcUserId', message);
    }
    const shown = shownBy('implements', filters, shownImplement, sinceTests(query));
    const page = await assets.list(owner.id, svcUserId, 'implement', shown, asked);
    return { status: 200, page, body: page.items };
  },

  async getImplement({ found }) {
    return { status: 200, body: shownImplement(found.implement) };
  },

  async separateImplement({ found, owner }, services) {
    return { status: 200, body: shownImplement(await separate(owner.id, found.implement, services)) };
  },

  async listOperators({ params: { svcUserId }, query, asked, owner }, { assets }) {
    const shown = shownBy('operators', query, shownOperator, sinceTests(query));
    const page = await assets.list(owner.id, svcUserId, 'operator', shown, asked);
    return { status: 200, page, body: page.items };
  },

  async getOperator({ found }) {
    return { status: 200, body: shownOperator(found.operator) };
  },

  async listLayers({ params: { svcUserId }, query, asked, owner }, { assets }) {
    const page = await assets.layers(
      owner.id,
      svcUserId,
      shownBy('layers', query, (layer: Layer) => layer),
      asked,
    );
    return { status: 200, page, body: page.items };
  },
};
