import { ok, type Result } from '@holdfast/engine'
import type { BookingDependencies } from '../../booking/dependencies.ts'
import type { ExternalCalendarsDependencies } from '../../external-calendars/dependencies.ts'
import type { Listed, Page } from '../../kernel/paging.ts'
import type { Refusal } from '../../kernel/refusals.ts'

/** What reads everything that is in a calendar. */
export type AgendaDependencies = ExternalCalendarsDependencies & BookingDependencies

/** What to put into an agenda: a range `[from, to)` and the providers. */
export interface AgendaQuery {
  readonly fromEpochSeconds: number
  readonly toEpochSeconds: number
  readonly providerIds: readonly string[]
  /** Whether classes that nobody has booked are listed. Default: no. */
  readonly includesOffered?: boolean
}

const PAGE_LIMIT = 100
/** Pages read of each list, so that an agenda always ends. */
const MAX_PAGES = 10

/** A list of an agenda. `isComplete`: false if it was cut off. */
export type Part<Entry> = Result<
  { readonly data: readonly Entry[]; readonly isComplete: boolean },
  Refusal
>

/** Reads the pages of a list, at most 10. */
export async function readPages<Entry>(
  load: (page: Page) => Promise<Result<Listed<Entry>, Refusal>>,
): Promise<Part<Entry>> {
  const data: Entry[] = []
  let cursor: string | undefined
  for (let count = 0; count < MAX_PAGES; count += 1) {
    const page = await load({ limit: PAGE_LIMIT, ...(cursor !== undefined && { cursor }) })
    if (!page.ok) return page
    data.push(...page.value.data)
    cursor = page.value.cursor
    if (cursor === undefined) return ok({ data, isComplete: true })
  }
  return ok({ data, isComplete: false })
}

/** Joins the parts, or returns the first refusal. */
export function joined<Entry>(parts: readonly Part<Entry>[]): Part<Entry> {
  const data: Entry[] = []
  let isComplete = true
  for (const part of parts) {
    if (!part.ok) return part
    data.push(...part.value.data)
    isComplete &&= part.value.isComplete
  }
  return ok({ data, isComplete })
}
