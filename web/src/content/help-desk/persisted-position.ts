import { helpDesk } from '@foyer/contract/help-desk-limits';

/** From the corner at the bottom right: a window that is made larger or smaller keeps it in sight. */
export interface Place {
  right: number;
  bottom: number;
}

export const placeKey = 'helpDeskPlace';

export function readPlace(kept: string | undefined): Place {
  const [, right, bottom] = /^(\d{1,5}) (\d{1,5})$/.exec(kept ?? '') ?? [];
  return right && bottom ? { right: Number(right), bottom: Number(bottom) } : helpDesk.place;
}

export const writtenPlace = ({ right, bottom }: Place) => `${Math.round(right)} ${Math.round(bottom)}`;
