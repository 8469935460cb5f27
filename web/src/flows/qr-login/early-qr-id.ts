/** The element of the document in which the QR code is drawn before the page is there. */
export const earlyQrId = 'early-qr';
