import type { EmbedTexts } from '../texts.ts'

export default {
  book: 'Book a time',
  close: 'Close',
  noOrigin:
    "The booking page can't be shown here: this page is sandboxed without allow-same-origin, or opened from a file.",
  notLoaded: "The booking page didn't load.",
  openPage: 'Open it in a new tab',
} satisfies EmbedTexts
