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
  /** The class for the size that the page is made for. */
  className: string | undefined;
}
