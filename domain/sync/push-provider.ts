/** Where a provider is to send its notifications, and what with. */
export interface PushTarget {
  /** The URL with its secret. */
  url: string;
  /** The beginning of the URLs of this user, by which subscriptions of an earlier renewal are found. */
  ownUrls: string;
  /** The secret in each event. */
  token: string;
  eventTypes: readonly string[];
}

/** The subscriptions of one account to notifications. All methods throw `ProviderProblem`. */
export interface PushProvider {
  /**
   * The value of `Authorization` that deliveries of the application have: the one that is set, whoever set it, or else the given one, which is then set. All accounts of an
   * application share it.
   */
  authorization(wanted: string): Promise<string>;
  /** Creates a subscription for each type of event, or renews the one that is there. */
  subscribe(target: PushTarget): Promise<void>;
  /** Has the log of the account say something. */
  note(message: string): void;
  /** Writes the log of the account, at the end of the work. */
  close(): Promise<void>;
}
