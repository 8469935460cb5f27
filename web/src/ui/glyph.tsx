interface Props {
  colour: string;
  /** Paths in white: filled, drawn as lines. */
  fill?: string | undefined;
  line?: string | undefined;
  size: number;
}

/** The sign of another product: a shape on a square. */
export const Glyph = ({ colour, fill, line, size }: Props) => (
  <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
    <rect width="24" height="24" rx="6.5" fill={colour} />
    <path d={fill} fill="#fff" />
    <path d={line} fill="none" stroke="#fff" strokeWidth="1.8" strokeLinecap="round" strokeLinejoin="round" />
  </svg>
);

export const WecomGlyph = ({ size }: { size: number }) => (
  <Glyph colour="#0b7fc2" fill="M6 7h9v6.5H9.5L7 15.5v-2H6z" line="M16.5 10H18v6.5h-1v2l-2.5-2h-4" size={size} />
);
