import { anchorOf } from '../render/markdown.ts'

/** The name of the page of a group of calls, which follows `/docs/`. */
export const pageOfTag = (tag: string): string => `api/${anchorOf(tag)}`

/** The address of the page of a group of calls. */
export const tagHref = (tag: string): string => `/docs/${pageOfTag(tag)}`
