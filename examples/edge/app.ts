/*
 * In this folder, beside Furrow's own app: npx cdk deploy -c environment=prod -c domainName=api.example.com …; docs/deploy.md has the whole command.
 */
import { App } from 'aws-cdk-lib';
import { type EdgeSetting, edgeStack } from './edge-stack.ts';

const app = new App();
const given = (name: EdgeSetting): string => {
  const value: unknown = app.node.tryGetContext(name);
  if (value) return String(value);
  throw new Error(`Say ${name}: -c ${name}=…`);
};

edgeStack(app, {
  environment: given('environment'),
  domainName: given('domainName'),
  certificateArn: given('edgeCertificateArn'),
  origin: given('origin'),
  requestsOfAddress: Number(app.node.tryGetContext('requestsOfAddress' satisfies EdgeSetting) ?? 5_000),
});
app.synth();
