import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { LayerCalls } from '../points/read-layers.ts';
import { ClassLegend, titleOf } from './class-legend.tsx';
import { type WorkPicture as Picture, readPicture, type WorkImage } from './read-picture.ts';
import type { Work } from './work.ts';
import type { WorkTexts } from './work-texts.ts';

interface WorkPictureProps {
  api: LayerCalls;
  work: Work;
  texts: WorkTexts;
  /** Shown while it is drawn. */
  waiting: ComponentChildren;
  /** Shown if there is none. @param failure why it could not be made; undefined for work that has none. */
  otherwise(failure: string | undefined): ComponentChildren;
  onShown?(property: string, unit: string | undefined): void;
}

/** The picture of a machine file's work as the server draws it, with its legend: for browsers without a map of points. */
export function WorkPicture({ api, work, texts, waiting, otherwise, onShown }: WorkPictureProps) {
  const [picture, setPicture] = useState<Picture | { failure: string | undefined }>();
  useEffect(() => {
    const leaving = new AbortController();
    readPicture(api, work, leaving.signal).then(
      (found) => {
        if (leaving.signal.aborted) return;
        setPicture(found ?? { failure: undefined });
        if (found) onShown?.(found.property, found.legend.unit);
      },
      (error: unknown) =>
        leaving.signal.aborted || setPicture({ failure: error instanceof Error ? error.message : 'unknown' }),
    );
    return () => leaving.abort();
  }, [api, work]);
  if (!picture) return waiting;
  if ('failure' in picture) return otherwise(picture.failure);
  const { url, width, height, property, legend } = picture;
  const title = titleOf(property, legend.unit, texts);
  return (
    <div class="work-picture">
      <img
        src={url}
        width={width}
        height={height}
        alt={texts.label(title)}
        onError={() => setPicture({ failure: 'the picture could not be loaded' })}
      />
      <ClassLegend
        {...{ title, texts }}
        classes={legend.ranges.map(classOf)}
        areaUnit={legend.ranges.find(({ area }) => area)?.area?.unit}
      />
    </div>
  );
}

function classOf({ colorCode, label, min, max, open, area }: WorkImage['legend']['ranges'][number]) {
  return {
    colour: colorCode,
    text: label,
    ...(min === max && { value: min }),
    ...(open !== 'below' && { above: min }),
    ...(open !== 'above' && { upTo: max }),
    area: area?.value,
  };
}
