/** Whether the URL of a QR code is that of an image, for a back end that does not say: the page draws any other. */
export const isImageUrl = (url: string) => /^data:image\/|\.(gif|jpe?g|png|svg|webp)$|\/showqrcode\?/.test(url);
