import { registeredClient } from '../../../../domain/connections/registered-client.ts';
import { Problem } from '../../../../domain/errors.ts';
import { askConsent, askWithoutConsent, exchangeCode } from '../../../../domain/oauth/code-grant.ts';
import { codeIn } from '../../../../domain/oauth/consent.ts';
import type { Handlers } from '../../../http/exchange.ts';
import type { oauthApi } from './api.ts';
import { askCnhConsent, exchangeCnhCode, exchangePlainCode } from './exchange.ts';
import type { OAuthServices } from './services.ts';

/** Translates the bodies of each provider into an authorization code grant. */
export const oauthHandlers: Handlers<typeof oauthApi.endpoints, OAuthServices> = {
  async getJohnDeereUrl({ body }, services) {
    const asked = { clientId: body.clientKey, redirectUri: body.clientRedirectUrl };
    return { status: 200, body: askConsent('JohnDeere', 'PRODUCTION', asked, services) };
  },
  async getJohnDeereToken({ body }, services) {
    const returned = {
      clientId: body.clientKey,
      clientSecret: body.clientSecret,
      redirectUri: body.clientRedirectUrl,
      code: codeIn(body.responseUrl, '#/responseUrl'),
      givenByCaller: 'all',
    } as const;
    return { status: 200, body: await exchangeCode('JohnDeere', 'PRODUCTION', returned, services) };
  },

  async getClimateFieldViewUrl({ body }, services) {
    const asked = { clientId: body.client_id, redirectUri: body.redirect_uri };
    return { status: 200, body: askConsent('ClimateFieldView', 'PRODUCTION', asked, services) };
  },
  async getClimateFieldViewToken({ body, owner }, services) {
    const { code, redirect_uri: redirectUri, client_id: clientId, client_secret: clientSecret } = body;
    const client =
      clientId !== undefined && clientSecret !== undefined
        ? { clientId, clientSecret }
        : await registeredClient(owner.id, 'ClimateFieldView', clientId, services);
    const returned = { ...client, redirectUri, code, givenByCaller: 'all' } as const;
    return { status: 200, body: await exchangeCode('ClimateFieldView', 'PRODUCTION', returned, services) };
  },

  async getCnhiUrl({ body }, services) {
    return { status: 200, body: askCnhConsent('CNHI', body, services) };
  },
  async getCnhiToken({ body }, services) {
    return { status: 200, body: await exchangeCnhCode('CNHI', body, services) };
  },

  async getRavenUrl({ body }, services) {
    const asked = { clientId: body.client_id, redirectUri: body.client_redirect_url };
    return { status: 200, body: askConsent('Raven', 'PRODUCTION', asked, services) };
  },
  async getRavenToken({ body }, services) {
    return { status: 200, body: await exchangePlainCode('Raven', body, body.redirect_url, services) };
  },

  async authenticateStara({ body }, services) {
    const { key, ...others } = await askWithoutConsent(
      'Stara',
      'signIn',
      { form: body, givenByCaller: 'all' },
      services,
    );
    if (typeof key === 'string') return { status: 200, body: { ...others, key } };
    throw new Problem('upstream', 'Stara’s response has no key.', { errorKey: 'providerMalformed' });
  },
  async getStaraToken({ body }, services) {
    return {
      status: 200,
      body: await askWithoutConsent('Stara', 'token', { form: body, givenByCaller: 'all' }, services),
    };
  },

  async getTrimbleUrl({ body }, services) {
    const asked = {
      clientId: body.client_id,
      redirectUri: body.client_redirect_url,
      parameters: { scope: body.application_name },
    };
    return { status: 200, body: askConsent('Trimble', 'PRODUCTION', asked, services) };
  },
  async getTrimbleToken({ body }, services) {
    return { status: 200, body: await exchangePlainCode('Trimble', body, body.redirect_url, services) };
  },

  async getLindsayUrl({ body: { environment, ...asked } }, services) {
    const { codeVerifier = '', ...consent } = askConsent('Lindsay', environment, asked, services);
    return { status: 200, body: { ...consent, codeVerifier } };
  },
  async getLindsayToken({ body: { environment, responseUrl, ...returned } }, services) {
    const code = codeIn(responseUrl, '#/responseUrl');
    return {
      status: 200,
      body: await exchangeCode('Lindsay', environment, { ...returned, code, givenByCaller: 'all' }, services),
    };
  },

  async getHelperUrl({ body }, services) {
    return { status: 200, body: askCnhConsent('CNHI', body, services) };
  },
  async getHelperToken({ body }, services) {
    return { status: 200, body: await exchangeCnhCode('CNHI', body, services) };
  },
  async getFieldOpsUrl({ body }, services) {
    return { status: 200, body: askCnhConsent('CNHIFieldOps', body, services) };
  },
  async getFieldOpsToken({ body }, services) {
    return { status: 200, body: await exchangeCnhCode('CNHIFieldOps', body, services) };
  },
};
