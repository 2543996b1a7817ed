import { type IrrigatedDays, irrigateDays } from './irrigated-days.ts';

/** Reads accounts in a process of its own, one for each message of its parent, which gets the number of days. */
process.on('message', async ({ endpoint, account }: { endpoint: string; account: IrrigatedDays }) => {
  process.send?.({ days: await irrigateDays(endpoint, account) });
});
