import type { Section } from '../render/markdown.ts'

/** A part of a page that the search can find. The members are short: every reader who searches loads them all. */
export interface SearchEntry {
  /** The title of the page. */
  readonly p: string
  /** The heading; empty for the start of the page. */
  readonly h: string
  /** The address. */
  readonly u: string
  /** The text. */
  readonly t: string
}

/** A page, as far as the search reads it. */
export interface SearchedPage {
  readonly href: string
  readonly title: string
  readonly sections: readonly Section[]
}

/** The longest text of one part. What follows is seldom searched for, and every reader would load it. */
const LONGEST_TEXT = 1_000

/** The entries of the search, of all pages in their order. */
export const searchEntries = (pages: readonly SearchedPage[]): readonly SearchEntry[] =>
  pages.flatMap(({ href, title, sections }) =>
    sections
      .filter(({ heading, text }, index) => index === 0 || heading !== '' || text.trim() !== '')
      .map(({ id, heading, text }) => ({
        p: title,
        h: heading,
        u: id === '' ? href : `${href}#${id}`,
        t: text.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_TEXT),
      })),
  )
