import type { MessageQueue } from '../../../domain/events/message-queue.ts';
import type { PushSecrets, PushStore } from '../../../domain/push/push-record.ts';
import type { HttpServices } from '../../http/serve.ts';
import type { SyncMessage } from '../../jobs/sync-fields/messages.ts';

export interface PushesServices extends HttpServices {
  pushes: Pick<PushStore, 'get' | 'expectRound'>;
  secrets: Pick<PushSecrets, 'userOf' | 'isOneOf'>;
  syncQueue: MessageQueue<SyncMessage>;
}
