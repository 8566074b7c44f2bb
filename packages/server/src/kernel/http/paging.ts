import type { Page } from '../paging.ts'

/** The page that a list query requests. */
export const pageOf = (query: {
  readonly limit: number
  readonly cursor?: string | undefined
}): Page => ({
  limit: query.limit,
  ...(query.cursor === undefined ? {} : { cursor: query.cursor }),
})
