interface Props {
  colour: string;
  /** Paths in white: filled, drawn as lines. */
  shape?: string | undefined;
  line?: string | undefined;
  size: number;
}

/** The sign of another product: a shape on a square. */
export const Glyph = ({ colour, shape, line, size }: Props) => (
  <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
    <rect width="24" height="24" rx="6.5" fill={colour} />
    {shape && <path d={shape} fill="var(--on-accent)" />}
    {line && (
      <path
        d={line}
        fill="none"
        stroke="var(--on-accent)"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    )}
  </svg>
);

export const WecomGlyph = ({ size }: { size: number }) => (
  <Glyph colour="var(--wecom)" shape="M6 7h9v6.5H9.5L7 15.5v-2H6z" line="M16.5 10H18v6.5h-1v2l-2.5-2h-4" size={size} />
);
