import { useId, useState } from 'preact/hooks';
import { useSpeech } from '../components/use-language.tsx';
import { maxUploadGigabytes } from '../limits.ts';
import { filled } from '../text/texts.ts';

const endings = '.zip,.geojson,.json,.kml,.kmz,.gml,.gpkg,.fgb,.parquet,.xml,.7z,.tar,.gz,.csv,.shp';

/** Accepts several files at once, dropped or chosen. */
export function DropZone({ add }: { add(files: Iterable<File>): void }) {
  const { texts } = useSpeech();
  const [isOver, setOver] = useState(false);
  const id = useId();
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    add(event.dataTransfer?.files ?? []);
  };
  return (
    <fieldset
      aria-label={texts.upload.browse}
      class={isOver ? 'drop over' : 'drop'}
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <svg class="drop-picture" viewBox="0 0 96 64" aria-hidden="true">
        <path class="ground" d="M4 60C18 42 34 34 48 34s30 8 44 26z" />
        <path
          class="rows"
          d="M48 36C40 42 26 50 18 60M48 36c-5 7-11 14-14 24M48 36v24M48 36c5 7 11 14 14 24M48 36c8 6 22 14 30 24"
        />
        <path class="up" d="M48 28V6M38 15 48 5l10 10" />
      </svg>
      <p class="drop-text">{texts.upload.drop}</p>
      <p class="drop-or">{texts.upload.or}</p>
      <input
        id={id}
        class="visually-hidden"
        type="file"
        multiple
        accept={endings}
        onChange={({ currentTarget }) => {
          add([...(currentTarget.files ?? [])]);
          // Lets the user choose a file again.
          currentTarget.value = '';
        }}
      />
      <label class="button" for={id}>
        {texts.upload.browse}
      </label>
      <p class="drop-formats">{filled(texts.upload.formats, { size: maxUploadGigabytes })}</p>
    </fieldset>
  );
}
