/** How a browser shows pages to a person: what the system and the window say about it. */
export interface Look {
  width: number;
  height: number;
  onPhone: boolean;
  dark: boolean;
  motion: boolean;
}

/** One window of one engine. All that the walks need, and nothing that only one engine can do. */
export interface Driver {
  /** Leaves for another page, and does not wait for it. */
  leaveFor(url: string): Promise<void>;
  /** Runs a function in the page. It uses nothing but its argument. */
  run<Argument, Result>(body: (argument: Argument) => Result, argument: Argument): Promise<Result>;
  /** The element that a function finds in the page. */
  find<Argument>(body: (argument: Argument) => Element | null, argument: Argument): Promise<DriverElement | undefined>;
  /** What the window shows, as PNG. */
  screenshot(): Promise<Uint8Array>;
  /** Removes cookies and storage, and ends on an empty page. */
  forget(): Promise<void>;
  /** Ends the browser, also one that does not answer. */
  close(): Promise<void>;
}

/** An element, used with the mouse and the keyboard of the engine. */
export interface DriverElement {
  click(): Promise<void>;
  type(text: string): Promise<void>;
  /** Chooses an option of a selector. */
  choose(value: string): Promise<void>;
}
