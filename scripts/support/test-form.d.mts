export const isShortForm: boolean;
