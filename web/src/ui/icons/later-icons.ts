/** The drawings that more than one part uses, apart from those of the sign-in form. */
export const laterIcons = {
  close: 'm6 6 12 12M18 6 6 18',
  refresh: 'M20 12a8 8 0 1 1-2.5-5.8M20 3.5v4.2h-4.2',
};
