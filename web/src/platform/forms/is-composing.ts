/** Whether an input method is at work: what is written into the field meanwhile comes on top of what it writes. */
export const isComposing = (event: Event) => event instanceof InputEvent && event.isComposing;
