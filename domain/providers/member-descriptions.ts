/** What the members of credentials and app keys are, by their names, which are those of the providers. */
const descriptions: Readonly<Record<string, string>> = {
  accessKey: 'The access key, which the grower makes in the portal of the provider.',
  accessToken: 'The access token, with which Furrow reads the data.',
  accessTokenClient: 'The token of the owner’s application, which the provider issues.',
  apid: 'The API id, which the provider issues.',
  apiKey: 'The API key, which the provider issues.',
  applicationName: 'The name of the application, as it is registered at the provider.',
  authToken: 'The token of the session at the provider, which a sign-in obtained.',
  clientEnvironment: '`PRODUCTION` for real accounts of the provider, `STAGE` for those of its sandbox.',
  clientId: 'The client id of the application, as it is registered at the provider.',
  clientKey: 'The client id of the application, as it is registered at the provider.',
  clientSecret: 'The client secret of the application.',
  databaseId: 'The id of the database of the account.',
  initializationVector: 'The initialization vector, which the provider issues with the key.',
  key: 'The key, which the provider issues.',
  organizationCode: 'The code of the organization whose data are shared.',
  organizationId: 'The id of the organization at the provider, which a sign-in obtained.',
  organizationName: 'The name of the organization at the provider.',
  password: 'The password of the account.',
  privateKey: 'The private key of the application.',
  publicKey: 'The public key of the application, which names it at the provider.',
  pwd: 'The password of the account.',
  refreshToken: 'The refresh token, with which Furrow gets access tokens.',
  scopes: 'The permissions that the application has at the provider; stored and shown.',
  sessionId: 'The id of the session at the provider, which a sign-in obtained.',
  sharedSecret: 'The shared secret of the application, with which requests are signed.',
  sharingUrlId: 'The id of the page on which growers share an organization.',
  subscriptionKey: 'The subscription key of the application.',
  user: 'The username of the account.',
  username: 'The username of the account.',
};

/**
 * The description of a member; `note` is what is to be said of its kind.
 *
 * @example memberDescription('password', 'Write-only.') // 'The password of the account. Write-only.'
 */
export function memberDescription(name: string, note = ''): string {
  return [descriptions[name], note].filter(Boolean).join(' ');
}
