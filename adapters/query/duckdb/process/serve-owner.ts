import type { FromProcess, OrderOfOwner, ToProcess } from './messages.ts';
import type { Running } from './running.ts';

/**
 * The main loop of a process that serves the queries of one owner, one after the other, by messages of its parent. It
 * ends with its parent, even while it is busy.
 *
 * @param wordsOf the message for a query that failed.
 */
export function serveOwner<Given extends OrderOfOwner>(
  begin: (order: Given) => Promise<Running>,
  wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error)),
): void {
  let running: Running | undefined;
  let stopped = false;
  let owner: string | undefined;
  const send = (message: FromProcess) => process.send?.(message);
  const end = () => {
    running?.close();
    running = undefined;
  };

  const work = async (message: Exclude<ToProcess<Given>, { kind: 'stop' }>): Promise<void> => {
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
      if (!('last' in found) || found.last) end();
      send('last' in found ? { kind: 'rows', ...found } : { kind: 'exported', ...found });
    } catch (error) {
      end();
      if (!stopped) send({ kind: 'failed', message: wordsOf(error) });
    }
  };

  let turn = Promise.resolve();
  process.on('message', (message: ToProcess<Given>) => {
    if (message.kind === 'stop') {
      stopped = true;
      running?.interrupt();
      turn = turn.then(() => {
        end();
        send({ kind: 'ended' });
      });
    } else {
      turn = turn.then(() => work(message));
    }
  });
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
}
