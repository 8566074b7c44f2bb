import type { CalendarFileProblem } from '../../kernel/ports/calendar-parser.ts'

/** The problems of a file: the first ones, and their total number. */
export interface Problems {
  add(problem: CalendarFileProblem): void
  readonly list: readonly CalendarFileProblem[]
  readonly count: number
}

/** Creates an empty collection that keeps the first `limit` problems. */
export function collectProblems(limit: number): Problems {
  const list: CalendarFileProblem[] = []
  let count = 0
  return {
    add(problem) {
      count += 1
      if (list.length < limit) list.push(problem)
    },
    list,
    get count() {
      return count
    },
  }
}
