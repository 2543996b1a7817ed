import * as gateway from 'aws-cdk-lib/aws-apigatewayv2';
import type { Construct } from 'constructs';
import type { ApiStages } from './api-stages.ts';
import type { HttpApi } from './http-api.ts';
import { withLogicalId } from './logical-id.ts';

/** A name of one's own, with its certificate in the same region. */
export interface Domain {
  name: string;
  certificateArn: string;
}

/** Maps both stages to a domain. Every address then begins with it, so that a new API behind it changes none. */
export function apiDomain(
  scope: Construct,
  { api }: HttpApi,
  stages: ApiStages,
  domain: Domain,
): gateway.CfnDomainName {
  const name = new gateway.CfnDomainName(scope, 'Domain', {
    domainName: domain.name,
    domainNameConfigurations: [
      { certificateArn: domain.certificateArn, endpointType: 'REGIONAL', securityPolicy: 'TLS_1_2' },
    ],
  });
  const map = (id: string, stage: gateway.CfnStage, apiMappingKey?: string) =>
    withLogicalId(
      new gateway.CfnApiMapping(scope, id, {
        apiId: api.ref,
        domainName: name.ref,
        stage: stage.ref,
        ...(apiMappingKey && { apiMappingKey }),
      }),
      id,
    );
  map('LegacyMapping', stages.legacy);
  map('V2Mapping', stages.v2, 'v2');
  return withLogicalId(name, 'Domain');
}
