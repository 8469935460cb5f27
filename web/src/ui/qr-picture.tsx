import { generate } from 'lean-qr/nano';

/** A QR code as one SVG path, drawn on the page: no other service learns its content. */
export function QrPicture({ content, label, size }: { content: string; label: string; size: number }) {
  const code = generate(content);
  let path = '';
  for (let y = 0; y < code.size; y++) {
    for (let x = 0; x < code.size; x++) if (code.get(x, y)) path += `M${x} ${y}h1v1h-1z`;
  }
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${code.size} ${code.size}`}
      shapeRendering="crispEdges"
    >
      <path fill="#14213d" d={path} />
    </svg>
  );
}
