/** An element of the current document, as the driver knows it. */
export type Element = unknown

/** How a browser is set up. */
export interface Reader {
  /** What the pages are told about light and dark. Default: light. */
  readonly colorScheme?: 'light' | 'dark'
}

/** The little that tests of pages need from a browser, whatever drives it. */
export interface Driver {
  /** Opens an address in the only tab, and leaves any frame. */
  navigate(url: string): Promise<void>
  /** Runs the body of a function in the current document and resolves with what it returns, which may be an element. */
  execute(script: string, ...args: readonly string[]): Promise<unknown>
  /** Clicks an element as a person does: what lies above it gets the click, or the call fails. */
  click(element: Element): Promise<void>
  /** Replaces the text of a field by typing. */
  type(element: Element, text: string): Promise<void>
  /** Goes into a frame of the current document. */
  enterFrame(element: Element): Promise<void>
  /** Gives the page this size, in CSS pixels. */
  resize(width: number, height: number): Promise<void>
  /** What the window shows, as PNG. */
  screenshot(): Promise<Buffer>
  /** Ends the browser. */
  quit(): Promise<void>
}

/** The action failed because the page changed meanwhile: it may be tried again. */
export class NotYet extends Error {
  override readonly name = 'NotYet'
}
