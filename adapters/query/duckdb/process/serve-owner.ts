import type { Overlay } from '../../../../domain/geometry/overlay.ts';
import type { FromProcess, ToProcess } from './messages.ts';
import { ownerOrders, type Running } from './run-order.ts';

/**
 * The inside of a process that serves the queries of one owner, one after the other, by messages of its parent. It ends with its parent,
 * whatever it is busy with.
 */
export function serveOwner(startOverlay: () => Promise<Overlay>): void {
  const begin = ownerOrders(startOverlay);
  let running: Running | undefined;
  let stopped = false;
  let owner: string | undefined;
  const tell = (message: FromProcess) => process.send?.(message);
  const end = () => {
    running?.close();
    running = undefined;
  };

  const work = async (message: Exclude<ToProcess, { kind: 'stop' }>): Promise<void> => {
    try {
      if (message.kind === 'run') {
        stopped = false;
        owner ??= message.order.ownerId;
        if (message.order.ownerId !== owner) throw new Error('this process serves another owner');
        running = await begin(message.order);
      }
      if (!running || stopped) return;
      const found = message.kind === 'run' ? await running.begin() : await running.more();
      if (stopped) return;
      if ('exported' in found || found.last) end();
      tell('exported' in found ? { kind: 'exported', rows: found.exported } : { kind: 'rows', ...found });
    } catch (error) {
      end();
      if (!stopped) tell({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
    }
  };

  let turn = Promise.resolve();
  process.on('message', (message: ToProcess) => {
    if (message.kind === 'stop') {
      stopped = true;
      running?.interrupt();
      turn = turn.then(() => {
        end();
        tell({ kind: 'ended' });
      });
    } else {
      turn = turn.then(() => work(message));
    }
  });
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
}
