import { isProblem } from '../api.ts'
import type { DateChanges, TimeWindow } from './hours.ts'

/** The calls that change the hours of one date. */
export interface DateCalls {
  readonly set: (date: string, windows: TimeWindow[]) => Promise<unknown>
  readonly remove: (date: string) => Promise<unknown>
}

/** Saves changes of dates date by date, so that dates stay that somebody else has changed meanwhile. */
export async function saveDates({ set, removed }: DateChanges, calls: DateCalls): Promise<void> {
  for (const { date, windows } of set) await calls.set(date, [...windows])
  for (const date of removed) {
    try {
      await calls.remove(date)
    } catch (error) {
      // Somebody else has done that.
      if (!isProblem(error, 'not_found')) throw error
    }
  }
}
