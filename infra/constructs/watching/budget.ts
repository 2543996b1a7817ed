import { Aws } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as sns from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { type Environment, physicalName } from '../../context/environment.ts';
import type { Budget } from '../../settings/schema.ts';
import { withLogicalId } from '../logical-id.ts';

export interface BudgetOptions {
  environment: Environment;
  budget: Budget;
  tags?: Readonly<Record<string, string>>;
  /** Is told where the budget names no address. */
  topic: sns.Topic;
}

/** Shares of a budget at which somebody is told: spent, and by AWS's forecast. */
const thresholds = [
  { NotificationType: 'ACTUAL', percent: 80 },
  { NotificationType: 'ACTUAL', percent: 100 },
  { NotificationType: 'FORECASTED', percent: 100 },
] as const;

/** A budget of the month. It stops nothing: AWS says when it is used up, some hours later. Its name is the account's, whatever the region, and so has the region in it. */
export function monthlyBudget(scope: Construct, { environment, budget, tags = {}, topic }: BudgetOptions): void {
  const { monthlyUsd, email, tag } = budget;
  const subscriber = email
    ? { subscriptionType: 'EMAIL', address: email }
    : { subscriptionType: 'SNS', address: topic.topicArn };
  const made = new CfnBudget(scope, 'Budget', {
    budget: {
      budgetName: `${physicalName(environment, 'monthly')}-${Aws.REGION}`,
      budgetType: 'COST',
      timeUnit: 'MONTHLY',
      budgetLimit: { amount: monthlyUsd, unit: 'USD' },
      ...(tag && { costFilters: { TagKeyValue: [`user:${tag}$${tags[tag]}`] } }),
    },
    notificationsWithSubscribers: thresholds.map(({ NotificationType, percent }) => ({
      notification: {
        notificationType: NotificationType,
        comparisonOperator: 'GREATER_THAN',
        threshold: percent,
        thresholdType: 'PERCENTAGE',
      },
      subscribers: [subscriber],
    })),
  });
  withLogicalId(made, 'Budget');
  if (email) return;
  const { policyDependable } = topic.addToResourcePolicy(
    new iam.PolicyStatement({
      principals: [new iam.ServicePrincipal('budgets.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
    }),
  );
  // A budget whose topic does not let it in is not made.
  if (policyDependable) made.node.addDependency(policyDependable);
}
