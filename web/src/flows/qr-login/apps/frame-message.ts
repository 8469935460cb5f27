/** What an app's page in a frame says: where to navigate after the scan was confirmed, or that it was declined. */
export type FrameMessage = { is: 'confirmed'; url: string } | { is: 'declined' };

/** The part of a framed page that is the app's own. */
export interface FramedPage {
  /** Reads a message of the page at `pageUrl`; undefined for any that is not to be trusted or has another meaning. */
  read(
    event: Pick<MessageEvent<unknown>, 'origin' | 'data'>,
    pageUrl: string,
    callback: string,
  ): FrameMessage | undefined;
  /** How wide its QR code is, 190 or 250 pixels: the frame is scaled so that it is as large as ours. */
  width: 'narrow' | 'wide';
}
