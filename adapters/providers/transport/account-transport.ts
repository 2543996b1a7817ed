import type { ProviderExchange } from '../../../domain/credentials/credential-provider.ts';
import { eventOfExchange, eventOfWords } from '../../../domain/credentials/exchange-event.ts';
import type { AccessAsked, TokenServices } from '../../../domain/credentials/tokens/token-services.ts';
import { addressesOf, type GivenAddresses } from '../../../domain/providers/addresses.ts';
import type { ClientEnvironment } from '../../../domain/providers/provider.ts';
import { providerOf } from '../../../domain/providers/providers.ts';
import { gatesOf, type ProviderRates } from '../../../domain/transport/gates.ts';
import type { Failure, FailureKind } from '../../../domain/transport/outcome.ts';
import { endlessList, type ListEnd } from '../../../domain/transport/pages.ts';
import { hostsOf } from '../../../domain/transport/provider-hosts.ts';
import { bearer } from './bearer.ts';
import type { pacing } from './pace.ts';
import { providerTransport } from './send.ts';
import type { Authorize, Transport } from './transport.ts';
import type { Wire } from './wire.ts';

/** A credential whose provider is called, with a bearer token unless said otherwise. */
export interface Account extends Omit<AccessAsked, 'rejected'> {
  environment: ClientEnvironment;
  /** The client id of the application, whose accounts share a gate. */
  client: string;
  /** How often the provider may be asked, where it says so. */
  rates?: ProviderRates | undefined;
  /** Further headers of each request, such as an API key; they are kept out of the log. */
  beside?: Readonly<Record<string, string>>;
  /** Authorizes requests in place of a bearer token. */
  authorize?: Authorize | undefined;
  /** What else is kept out of the log. */
  secrets?: readonly string[];
}

export interface AccountServices {
  wire: Wire;
  addresses: GivenAddresses;
  tokens: TokenServices;
  paces: ReturnType<typeof pacing>;
}

export interface AccountTransport extends Transport {
  /** Has the log say that a list does not end, or leads away from its provider; no effect for other ends. */
  ended(end: ListEnd): void;
  /** Has the log say what was wrong with an answer that is no refusal by its status; no effect for other failures. */
  refuse(failure: Failure): void;
  /** Has the log say something beside the answers of the provider. */
  note(message: string): void;
  /** Writes the log, when the work of a message ends. */
  flush(): Promise<void>;
}

/** Failures whose answer is no refusal by its status, so that only words can say what was wrong with it. */
const unusable: ReadonlySet<FailureKind> = new Set(['misdirected', 'malformed', 'broken', 'tooLarge', 'unexpected']);
/** Different words that the log keeps of one message's work; a list of a thousand malformed records says the same a thousand times. */
const maxWords = 20;

/**
 * The transport of one account: its token, the hosts of its provider, its gates, and its log, which keeps refusals by the provider, and what Furrow refused of its answers: a
 * link to another host, an answer that was cut, malformed values. A round has thousands of calls that go well, and each line of the log is a write.
 */
export function accountTransport(account: Account, services: AccountServices): AccountTransport {
  const { user, provider, credentialId, environment, client, rates, beside = {} } = account;
  const { wire, addresses, tokens, paces } = services;
  const { displayName } = providerOf(provider);
  const refusals: ProviderExchange[] = [];
  const words = new Set<string>();
  const secrets = new Set([...(account.secrets ?? []), ...Object.values(beside)]);
  const authorized = account.authorize ?? bearer(account, tokens, beside);
  const authorize: Authorize = async (...asked) => {
    const given = await authorized(...asked);
    if (given.kind === 'authorized') secrets.add((given.headers.authorization ?? '').replace('Bearer ', ''));
    return given;
  };
  const transport = providerTransport({
    wire,
    hosts: hostsOf(displayName, addressesOf(provider, environment, addresses)),
    clock: tokens.clock,
    authorize,
    pace: paces.of({ name: displayName, ownerId: user.ownerId, gates: gatesOf(provider, client, credentialId, rates) }),
    seen: (exchange) => {
      if (exchange.statusCode >= 400) refusals.push(exchange);
    },
  });
  const refuse = ({ kind, status = 0, message }: Failure) => {
    if (unusable.has(kind) && status < 400) words.add(message);
  };
  return {
    async send(request) {
      const outcome = await transport.send(request);
      if (outcome.kind === 'failed') refuse(outcome.failure);
      return outcome;
    },
    ended(end) {
      if (end.kind === 'failed') refuse(end.failure);
      const said = endlessList(displayName, end);
      if (said !== undefined) words.add(said);
    },
    refuse,
    note: (message) => void words.add(message),
    async flush() {
      const { checks, newId, clock } = tokens;
      const { ownerId, svcUserId } = user;
      for (const exchange of refusals.splice(0)) {
        const event = eventOfExchange(exchange, [...secrets], newId(), clock.now());
        await checks.note(ownerId, svcUserId, { provider, id: credentialId }, event);
      }
      const said = [...words];
      words.clear();
      const kept =
        said.length > maxWords ? [...said.slice(0, maxWords), `${said.length - maxWords} further messages.`] : said;
      for (const message of kept) {
        const event = eventOfWords(message, newId(), clock.now());
        await checks.note(ownerId, svcUserId, { provider, id: credentialId }, event);
      }
    },
  };
}
