interface State {
  at: string;
  agreed?: boolean;
}

/** What the person has chosen, and what the buttons for yes and no have in common. */
export function answers({ agreed: chosen }: State, send: (event: { is: 'answer'; agreed: boolean }) => void) {
  const button = (agreed: boolean) => ({
    disabled: chosen !== undefined,
    busy: chosen === agreed,
    onClick: () => send({ is: 'answer', agreed }),
  });
  return { chosen, button };
}
