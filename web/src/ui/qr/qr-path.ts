import { correction, generate } from 'lean-qr/nano';

let last: { content: string; covered: boolean; size: number; path: string } | undefined;

/** A QR code as the path of an SVG of so many units. One that is covered in part is readable without a quarter of it. */
export function qrPath(content: string, covered: boolean) {
  if (last?.content === content && last.covered === covered) return last;
  const code = generate(content, { minCorrectionLevel: covered ? correction.Q : correction.L });
  let path = '';
  for (let y = 0; y < code.size; y++) {
    for (let x = 0; x < code.size; x++) if (code.get(x, y)) path += `M${x} ${y}h1v1h-1z`;
  }
  last = { content, covered, size: code.size, path };
  return last;
}
