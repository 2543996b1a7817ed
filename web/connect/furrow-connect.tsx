import { commonProperties, defineElement, ownBase } from '../components/define-element.tsx';
import { Speaking, speechFor } from '../components/use-language.tsx';
import style from './connect.css?inline';
import { ConnectView } from './connect-view.tsx';

const properties = {
  ...commonProperties,
  showSearchbar: { kind: 'flag', otherwise: true },
  disconnectEnabled: { kind: 'flag', otherwise: false },
  provider: { kind: 'text', otherwise: undefined },
} as const;

/** `<furrow-connect>`: growers connect accounts at providers. */
export function defineConnect(): void {
  defineElement(
    'furrow-connect',
    properties,
    style,
    ({ apiKey, svcUser, baseUrl, locale, isDarkMode, ...rest }, emit) =>
      apiKey && svcUser ? (
        <Speaking value={speechFor(locale)}>
          <ConnectView
            {...rest}
            key={svcUser}
            apiKey={apiKey}
            svcUser={svcUser}
            base={baseUrl ?? ownBase}
            emit={emit}
          />
        </Speaking>
      ) : null,
  );
}
