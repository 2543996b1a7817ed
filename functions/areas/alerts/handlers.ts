import { webhookBodyOf } from '../../../domain/alerts/payload.ts';
import type { Handlers } from '../../http/exchange.ts';
import type { alertsApi } from './api.ts';
import { deliveryHandlers } from './deliveries.ts';
import { unlessErased } from './erased-users.ts';
import { failedCallHandlers } from './failed-calls.ts';
import { sliceOf } from './parameters.ts';
import type { AlertsServices } from './services.ts';
import { webhookHandlers } from './webhooks.ts';

export const alertHandlers: Handlers<typeof alertsApi.endpoints, AlertsServices> = {
  ...webhookHandlers,
  ...failedCallHandlers,
  ...deliveryHandlers,

  async listEvents({ query, owner }, { feed, users }) {
    const { type, ...slice } = sliceOf(query);
    const { items, cursor = '' } = await feed.list(owner.id, { ...slice, types: type });
    const shown = await unlessErased(owner.id, items, users);
    return {
      status: 200,
      body: { items: shown.map((event) => ({ id: event.id, event: webhookBodyOf(event) })), cursor },
    };
  },
};
