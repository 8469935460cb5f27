/** `138 0013 8000`: a mobile number as it is read out. Other texts stay as they are. */
export const spacedMobile = (text: string) => text.replace(/^(\d{3})(\d{4})(\d{4})$/, '$1 $2 $3');
