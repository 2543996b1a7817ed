import { commonProperties, defineElement, ownBase } from '../components/define-element.tsx';
import { Speaking, speechFor } from '../components/use-language.tsx';
import map from '../map/shape-map.css?inline';
import legend from '../work-map/legend.css?inline';
import style from './upload.css?inline';
import { UploadView } from './upload-view.tsx';

const properties = { ...commonProperties, filesTimeRange: { kind: 'number', otherwise: 30 } } as const;

/** `<furrow-upload>`: growers upload boundaries and machine files. */
export function defineUpload(): void {
  defineElement(
    'furrow-upload',
    properties,
    `${map}${legend}${style}`,
    ({ apiKey, svcUser, baseUrl, locale, isDarkMode: _, ...rest }, emit) =>
      apiKey && svcUser ? (
        <Speaking value={speechFor(locale)}>
          <UploadView {...rest} key={svcUser} apiKey={apiKey} svcUser={svcUser} base={baseUrl ?? ownBase} emit={emit} />
        </Speaking>
      ) : null,
  );
}
