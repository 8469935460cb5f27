import { askForQr } from './ask-for-qr.ts';

/** The first script of a document that the service has rendered. */
askForQr(window.early!).catch(() => {});
