import { type App, CfnOutput, Stack } from 'aws-cdk-lib';
import type { Route } from '../../functions/http/routes.ts';
import type { LayerName } from '../../functions/manifest/needs.ts';
import type { Bundle } from '../bundling/bundle.ts';
import { apiDomain, type Domain } from '../constructs/api-domain.ts';
import { apiStages } from '../constructs/api-stages.ts';
import { furrowFunction } from '../constructs/function.ts';
import { httpApi } from '../constructs/http-api.ts';
import { nativeLayer } from '../constructs/native-layer.ts';
import { publish } from '../constructs/published-value.ts';
import { type Environment, physicalName } from '../context/environment.ts';
import { type DataStack, dataOf } from './data.ts';

export interface ApiOptions {
  environment: Environment;
  data: DataStack;
  routes: readonly Route[];
  /** Bundles of the areas; the one called `docs` also answers paths that no route matches. */
  bundles: readonly Bundle[];
  /** Folders of the native layers, each with `nodejs/node_modules`. */
  layers: Record<LayerName, string>;
  domain?: Domain | undefined;
  tags?: Readonly<Record<string, string>>;
}

/** The HTTP API: its two stages, one function per area, and the addresses as outputs. */
export function apiStack(app: App, options: ApiOptions): Stack {
  const { environment, routes, bundles, layers: folders, domain, tags = {} } = options;
  const stack = new Stack(app, physicalName(environment, 'api'), { description: 'Furrow: the HTTP API', tags });
  const data = dataOf(options.data, stack);
  const layers = {
    duckdb: nativeLayer(stack, 'duckdb', folders.duckdb),
    gdal: nativeLayer(stack, 'gdal', folders.gdal),
  };
  const functions = new Map(
    bundles.map((bundle) => [bundle.name, furrowFunction(stack, { bundle, data, environment, layers })]),
  );
  const http = httpApi(stack, {
    name: physicalName(environment, 'api'),
    routes,
    functions,
    otherwise: functions.has('docs') ? 'docs' : undefined,
    ownAddress: !domain,
  });
  const stages = apiStages(stack, http, routes, environment);
  if (domain) {
    const { attrRegionalDomainName } = apiDomain(stack, http, stages, domain);
    output(stack, 'DomainTarget', attrRegionalDomainName, `Point a CNAME or alias record of ${domain.name} here`);
  }
  const base = domain ? `https://${domain.name}` : http.api.attrApiEndpoint;
  output(stack, 'BaseUrl', base, 'base_url, used with the legacy token');
  output(stack, 'BaseUrlV2', `${base}/v2`, 'base_url_v2, used with OAuth access tokens');
  output(stack, 'AuthUrl', `${base}/auth`, 'auth_url, where tokens come from');
  output(stack, 'DocsUrl', `${base}/docs`, 'The documentation');
  publish(stack, environment, 'ApiId', http.api.ref);
  return stack;
}

function output(stack: Stack, id: string, value: string, description: string): void {
  new CfnOutput(stack, id, { value, description });
}
