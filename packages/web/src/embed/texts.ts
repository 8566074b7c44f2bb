/** The texts of the element that shows a booking page on another site. */
export interface EmbedTexts {
  /** Names the frame and the dialog, and is the text of the button. */
  readonly book: string
  readonly close: string
  /** Why nothing is shown: the site's page is sandboxed without an origin, or a file. */
  readonly noOrigin: string
  readonly notLoaded: string
  readonly openPage: string
}
