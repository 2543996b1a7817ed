/** What stands around a picture of the map. */
export interface PictureTexts {
  title: string;
  subtitle: string;
  legend: readonly { colour: string; text: string }[];
  credit: string;
}

const margin = 16;
const titleHeight = 56;
const lineHeight = 22;
const legendWidth = 190;
const swatch = 14;

/**
 * A picture of the map as it is seen, on white paper: with the lines and the scale above it, a title, the legend and the credit.
 *
 * @param map the element of the map: a canvas with drawings (SVG) above it.
 */
export async function pictureOf(map: HTMLElement, texts: PictureTexts): Promise<Blob> {
  const canvas = map.querySelector('canvas');
  if (!canvas) throw new Error('The map has not been drawn yet.');
  const ratio = globalThis.devicePixelRatio || 1;
  const box = map.getBoundingClientRect();
  const width = box.width + legendWidth + 3 * margin;
  const height = Math.max(box.height, texts.legend.length * lineHeight) + titleHeight + 2 * margin + lineHeight;
  const paper = document.createElement('canvas');
  [paper.width, paper.height] = [Math.round(width * ratio), Math.round(height * ratio)];
  const draw = paper.getContext('2d');
  if (!draw) throw new Error('The browser cannot draw.');
  draw.scale(ratio, ratio);
  draw.fillStyle = '#fff';
  draw.fillRect(0, 0, width, height);
  const font = (size: number, weight = 400) => `${weight} ${size}px system-ui, sans-serif`;
  const write = (text: string, x: number, y: number, style: string, colour = '#1d2718') => {
    draw.font = style;
    draw.fillStyle = colour;
    draw.fillText(text, x, y);
  };
  write(texts.title, margin, margin + 18, font(20, 700));
  write(texts.subtitle, margin, margin + 40, font(14));
  const top = titleHeight + margin;
  draw.save();
  draw.beginPath();
  draw.rect(margin, top, box.width, box.height);
  draw.clip();
  draw.drawImage(canvas, margin, top, box.width, box.height);
  for (const svg of map.querySelectorAll('svg')) {
    const at = svg.getBoundingClientRect();
    // Buttons have pictures, too.
    if (at.width === 0 || svg.closest('button')) continue;
    draw.drawImage(await imageOf(svg, at), margin + at.x - box.x, top + at.y - box.y, at.width, at.height);
  }
  draw.restore();
  for (const [index, { colour, text }] of texts.legend.entries()) {
    const [x, y] = [box.width + 2 * margin, top + index * lineHeight];
    draw.fillStyle = colour;
    draw.fillRect(x, y, swatch, swatch);
    write(text, x + swatch + 8, y + 12, font(13));
  }
  write(texts.credit, margin, height - margin, font(11), '#56604d');
  return new Promise((resolve, reject) => {
    paper.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The browser cannot write PNG.'))), 'image/png');
  });
}

/** Properties that are attributes of SVG, too: the policy of the page allows no inline styles. */
const copied = [
  ...['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-dasharray', 'stroke-linejoin'],
  ...['opacity', 'font-size', 'font-family', 'font-weight', 'text-anchor', 'paint-order', 'display', 'visibility'],
];

/** A drawing as an image, which the style sheets of the page do not reach: each element gets the style that it has. */
async function imageOf(svg: SVGSVGElement, { width, height }: DOMRect): Promise<HTMLImageElement> {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const [own, copies] = [
    [svg, ...svg.querySelectorAll('*')],
    [copy, ...copy.querySelectorAll('*')],
  ];
  for (const [index, element] of own.entries()) {
    const style = getComputedStyle(element);
    for (const name of copied) copies[index]?.setAttribute(name, style.getPropertyValue(name));
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  return image;
}
