/** The client as HTTP Basic (RFC 6749, 2.3.1): both parts are form-encoded before they are joined. */
export function basicOf({ user, password }: { user: string; password: string }): string {
  const encoded = [user, password].map((text) => new URLSearchParams([['', text]]).toString().slice(1));
  return Buffer.from(encoded.join(':')).toString('base64');
}
