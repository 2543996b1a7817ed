import type { SandboxesAccess } from './start-sandboxes.ts';

/**
 * The value of `PROVIDER_ADDRESSES` that directs calls of these providers to the sandboxes.
 *
 * @example const { token } = addressesOfSandboxes(sandboxes).JohnDeere.PRODUCTION;
 */
export function addressesOfSandboxes({
  JohnDeere,
  ClimateFieldView,
  Lindsay,
  Trimble,
  RavenSlingshot,
}: SandboxesAccess) {
  const server = `${JohnDeere.url}/oauth2/aus78tnlaysMraFhC1t7`;
  const deere = {
    api: `${JohnDeere.url}/platform`,
    consent: `${server}/v1/authorize`,
    token: `${server}/v1/token`,
    discovery: `${server}/.well-known/oauth-authorization-server`,
  };
  // As at the provider, equipment is that of production alone.
  const ofProduction = { ...deere, others: [`${JohnDeere.url}/isg`] };
  const climate = {
    api: `${ClimateFieldView.url}/v4`,
    consent: `${ClimateFieldView.url}/static/app-login/`,
    token: `${ClimateFieldView.url}/api/oauth/token`,
  };
  const fieldNet = {
    api: Lindsay.url,
    consent: `${Lindsay.url}/connect/authorize`,
    token: `${Lindsay.url}/connect/token`,
  };
  const trimble = {
    api: `${Trimble.url}/Trimble-Ag-Software/externalApi/3.0`,
    consent: `${Trimble.url}/oauth/authorize`,
    token: `${Trimble.url}/oauth/token`,
  };
  const both = <T>(addresses: T) => ({ STAGE: addresses, PRODUCTION: addresses });
  return {
    ...{
      JohnDeere: { STAGE: deere, PRODUCTION: ofProduction },
      ClimateFieldView: both(climate),
      Lindsay: both(fieldNet),
    },
    ...{ Trimble: both(trimble), RavenSlingshot: both({ api: RavenSlingshot.url }) },
  };
}
