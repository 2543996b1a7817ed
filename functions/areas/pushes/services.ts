import type { MessageQueue } from '../../../domain/events/message-queue.ts';
import type { PushSecrets, PushStore } from '../../../domain/push/push-record.ts';
import type { HttpServices } from '../../http/serve.ts';
import type { SyncMessage } from '../../jobs/sync-fields/messages.ts';
import type { StartMessage } from '../../jobs/sync-files/messages.ts';

export interface PushesServices extends HttpServices {
  pushes: Pick<PushStore, 'get' | 'expect'>;
  secrets: Pick<PushSecrets, 'userOf' | 'isOneOf'>;
  syncQueue: MessageQueue<SyncMessage>;
  fileQueue: MessageQueue<StartMessage>;
}
