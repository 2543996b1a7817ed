/** The calls of one worker that wait for their listeners. */
export interface CallsUnderWay {
  /**
   * Begins a call. Its end says whether the listener is overloaded: it answered other calls of this worker, and not this one. One that answers
   * none of them hangs.
   */
  begin(webhookId: string): (isAnswered: boolean) => { isOverloaded: boolean };
}

/**
 * Counts calls and answers by webhook, as long as calls are under way.
 *
 * @example
 * const end = calls.begin(webhookId);
 * const { isOverloaded } = end(false);
 */
export function callsUnderWay(): CallsUnderWay {
  const byWebhook = new Map<string, { calls: number; answers: number }>();
  return {
    begin(webhookId) {
      const own = byWebhook.get(webhookId) ?? { calls: 0, answers: 0 };
      byWebhook.set(webhookId, own);
      own.calls += 1;
      const before = own.answers;
      return (isAnswered) => {
        own.calls -= 1;
        if (own.calls === 0) byWebhook.delete(webhookId);
        const isOverloaded = !isAnswered && own.answers > before;
        if (isAnswered) own.answers += 1;
        return { isOverloaded };
      };
    },
  };
}
