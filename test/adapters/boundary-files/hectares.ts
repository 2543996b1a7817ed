/** Hectares of a small ring of degrees on WGS 84, by the ellipsoid's radii in its middle. */
export function hectares(rings: number[][][]): number {
  const [a, e2] = [6_378_137, 0.00669437999014];
  const area = (ring: number[][]) => {
    const latitude = (ring.slice(1).reduce((sum, [, y = 0]) => sum + y, 0) / (ring.length - 1)) * (Math.PI / 180);
    const w = 1 - e2 * Math.sin(latitude) ** 2;
    const [east, north] = [(a / Math.sqrt(w)) * Math.cos(latitude), (a * (1 - e2)) / w ** 1.5];
    const [[x0 = 0, y0 = 0] = []] = ring;
    let twice = 0;
    for (const [index, [x = 0, y = 0]] of ring.entries()) {
      const [nextX = 0, nextY = 0] = ring[(index + 1) % ring.length] ?? [];
      twice += (x - x0) * (nextY - y0) - (nextX - x0) * (y - y0);
    }
    return (Math.abs(twice) / 2) * (Math.PI / 180) ** 2 * east * north * 1e-4;
  };
  return rings.map(area).reduce((sum, one, index) => (index === 0 ? one : sum - one), 0);
}
