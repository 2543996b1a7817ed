import type { Resource, Template } from '../template.ts';
import type { Item } from './prices.ts';

const secondsOfMonth = 30 * 24 * 3600;
/** Lambda polls a queue by at least five connections: Lambda developer guide, "Using Lambda with Amazon SQS". */
const pollers = 5;
/** Where the sweep's run is a tenth of a second of its memory, as on an idle embedded cloud. */
const sweepSeconds = 0.5;

/** What a month costs in which nobody calls, from templates alone. */
export function idleBill(templates: readonly Template[]): Item[] {
  const resources = templates.flatMap(({ Resources }) => Object.values(Resources));
  const of = (type: string) => resources.filter(({ Type }) => Type === type);
  const queues = of('AWS::SQS::Queue').filter(({ Properties }) => Properties?.RedrivePolicy !== undefined);
  const waits = Number(queues[0]?.Properties?.ReceiveMessageWaitTimeSeconds ?? 20);
  const runs = of('AWS::Events::Rule').reduce(
    (sum, { Properties }) => sum + runsOf(String(Properties?.ScheduleExpression)),
    0,
  );
  const metrics = of('AWS::CloudWatch::Alarm').reduce((sum, one) => sum + metricsOf(one), 0);
  const items: Item[] = [
    {
      what: `empty receives of ${queues.length} queues`,
      amount: (queues.length * pollers * secondsOfMonth) / waits,
      price: 'queueRequest',
    },
    { what: `alarms, by the metrics that they read`, amount: metrics, price: 'alarmMetricMonth' },
    { what: 'dashboard', amount: of('AWS::CloudWatch::Dashboard').length, price: 'dashboardMonth' },
    { what: 'key of secrets', amount: of('AWS::KMS::Key').length, price: 'keyMonth' },
    { what: 'runs of schedules', amount: runs, price: 'lambdaRequest' },
    {
      what: 'their time, at half a second and 0.5 GB',
      amount: runs * sweepSeconds * 0.5,
      price: 'lambdaGigabyteSecond',
    },
    { what: 'their reads of tables, 30 a run', amount: runs * 30, price: 'tableRead' },
  ];
  return items.filter(({ amount }) => amount > 0);
}

/** Runs a month of `rate(1 minute)` and its like. */
function runsOf(expression: string): number {
  const [, count, unit] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  if (!count || !unit) throw new Error(`how often is ${expression}?`);
  return secondsOfMonth / (Number(count) * { minute: 60, hour: 3600, day: 86_400 }[unit as 'minute' | 'hour' | 'day']);
}

/** An alarm is paid by the metrics that it reads; a query over metrics by those that exist, of which an idle table publishes none. */
function metricsOf({ Properties = {} }: Resource): number {
  const { Metrics } = Properties as { Metrics?: { MetricStat?: object }[] };
  return Metrics ? Metrics.filter(({ MetricStat }) => MetricStat).length : 1;
}
