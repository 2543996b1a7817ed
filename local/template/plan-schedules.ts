import * as z from 'zod';
import { functionNameOf } from './arns.ts';
import { declared, notRun } from './declared.ts';
import { type TemplateLocation, templateError } from './location.ts';
import type { Resolver } from './resolver.ts';

export interface SchedulePlan {
  name: string;
  arn: string;
  everyMilliseconds: number;
  functionName: string;
  /** Input of the function; undefined: the event that the service itself makes. */
  input?: unknown;
  /** Role that calls the function; undefined: the service itself, which the function's own policy then has to allow. */
  roleArn?: string;
  enabled: boolean;
}

const unitMilliseconds: Record<string, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

const target = z.object({
  Arn: z.string(),
  RoleArn: z.string().optional(),
  Input: z.string().optional(),
  InputTransformer: notRun('input transformers are'),
  InputPath: notRun('input paths are'),
});
const scheduleSchema = z.object({
  ScheduleExpression: z.string(),
  State: z.string().default('ENABLED'),
  Target: target,
});
const ruleSchema = z.object({
  ScheduleExpression: z.string({ error: 'only rules with a schedule are run by the embedded cloud' }),
  State: z.string().default('ENABLED'),
  Targets: z.array(target).default([]),
});

/** Both kinds of schedule: EventBridge Scheduler's and EventBridge's rules. A rule with several targets gives one entry for each. */
export function planSchedules(resolver: Resolver): SchedulePlan[] {
  const schedules = declared(resolver, 'AWS::Scheduler::Schedule').map((d) => ({ ...d, ...d.read(scheduleSchema) }));
  const rules = declared(resolver, 'AWS::Events::Rule').map((d) => ({ ...d, ...d.read(ruleSchema) }));
  return [...schedules.map((s) => ({ ...s, Targets: [s.Target] })), ...rules].flatMap((rule) =>
    rule.Targets.map((to) => {
      const functionName = functionNameOf(to.Arn);
      if (!functionName)
        throw templateError(rule.location, `${to.Arn} is not a function, and only functions are called here`);
      return {
        name: rule.name,
        arn: String(resolver.attribute(rule.logicalId, 'Arn', rule.location)),
        everyMilliseconds: rate(rule.ScheduleExpression, rule.location),
        functionName,
        enabled: rule.State !== 'DISABLED',
        ...(to.RoleArn !== undefined && { roleArn: to.RoleArn }),
        ...(to.Input !== undefined && { input: JSON.parse(to.Input) as unknown }),
      };
    }),
  );
}

function rate(expression: string, location: TemplateLocation): number {
  const [, count, unit = ''] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  const milliseconds = Number(count) * (unitMilliseconds[unit] ?? 0);
  if (milliseconds > 0) return milliseconds;
  throw templateError(location, `only rate(N minutes), hours or days is run by the embedded cloud, not ${expression}`);
}
