/** A line drawing in a square of 24: `d` is its path. The text beside it, or the name of its button, says what it means. */
export function Icon({ d, size = 20 }: { d: string; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={d} />
    </svg>
  );
}

/** The drawings of the sign-in form. */
export const icons = {
  tick: 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0m5 .5 2.7 2.7L16 9.5',
  alert: 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M12 7.5V13M12 16.3v.2',
  office: 'M4 20.5V5.5l9-2v17M13 9.5h7v11M2.5 20.5h19M7.5 8.5h2M7.5 12h2M7.5 15.5h2M16.5 13h.5M16.5 16.5h.5',
};
