/** What a map says, in the reader's language. */
export interface MapTexts {
  zoomIn: string;
  zoomOut: string;
  showAll: string;
  /** Before the length of the scale bar. */
  scale: string;
  /** For screen readers: what keys do. */
  keys: string;
}

export const englishMap: MapTexts = {
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  showAll: 'Show the whole field',
  scale: 'Scale',
  keys: 'Arrow keys move the map, plus and minus zoom, zero shows the whole field, Enter reads the point beneath the crosshair.',
};
