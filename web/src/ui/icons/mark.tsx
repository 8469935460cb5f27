/** The mark of the product: a seal with the character 章, drawn so that it looks the same in every font. */
export function Mark({ size = 30 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="currentColor" />
      <path
        d={seal}
        fill="none"
        stroke="var(--on-accent)"
        strokeWidth="1.9"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

export const seal =
  'M16 5v3M9 8.6h14M12.6 9l.8 3M19.4 9l-.8 3M7 12.8h18M10.6 15.8h10.8v5.8H10.6zM10.6 18.7h10.8M7 24.5h18M16 21.8V28';
